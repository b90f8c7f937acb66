"""
OpenStack Swift with its S3 interface, all servers in one process, for tests of documents on S3.
Argument: a new directory. Prints the port of the S3 interface once it accepts requests.
"""
import json
import logging
import os
import sys
from os.path import join

import eventlet

eventlet.monkey_patch()
import eventlet.wsgi
from swift.common.ring import RingBuilder
from swift.common.utils import get_logger
from swift.common.wsgi import loadapp

directory = sys.argv[1]
# Swift logs to the system's log.
logging.disable()
# No test cuts the power.
os.fsync = lambda _file: None

filters = {
    'catch_errors': '',
    'gatekeeper': '',
    'listing_formats': '',
    's3api': 's3_acl = no\nlocation = us-east-1',
    # The second user may do nothing.
    'tempauth': 'user_test_tester = testing .admin\nuser_test_other = other',
    'bulk': '',
    'slo': 'minimum_segment_size = 1',
    'dlo': '',
    'versioned_writes': 'allow_object_versioning = true',
    'symlink': '',
}


class Cache:
    """Instead of a memcached: without what it knows of an account and a bucket each request would ask two servers again."""

    values = {}

    def get(self, key, **_options):
        return json.loads(self.values.get(key, 'null'))

    def set(self, key, value, **_options):
        self.values[key] = json.dumps(value)

    def delete(self, key, **_options):
        self.values.pop(key, None)


cache = Cache()


def write(name, text):
    with open(join(directory, name), 'w') as file:
        file.write(text)
    return join(directory, name)


def server(name, pipeline, sections):
    """Serves on a free port; returns it."""
    config = write(f'{name}.conf', f'''
[DEFAULT]
swift_dir = {directory}
devices = {directory}
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = {pipeline} {name}-server
[app:{name}-server]
use = egg:swift#{name}
account_autocreate = true
{sections}''')
    socket = eventlet.listen(('127.0.0.1', 0), backlog=100)
    app = loadapp(config)

    def with_cache(env, start_response):
        env['swift.cache'] = cache
        return app(env, start_response)

    log = get_logger({'log_name': name})
    eventlet.spawn(eventlet.wsgi.server, socket, with_cache, log=log, log_output=False, debug=False)
    return socket.getsockname()[1]


write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = only\ndefault = yes\n')
os.mkdir(join(directory, 'd1'))
import swift.common.storage_policy
import swift.common.utils

swift.common.utils.SWIFT_CONF_FILE = swift.common.storage_policy.SWIFT_CONF_FILE = join(directory, 'swift.conf')
swift.common.utils.validate_configuration()

for kind in 'account', 'container', 'object':
    port = server(kind, '', '')
    ring = RingBuilder(4, 1, 1)
    ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'd1'})
    ring.rebalance()
    ring.get_ring().save(join(directory, f'{kind}.ring.gz'))

sections = ''.join(
    f'[filter:{name}]\nuse = egg:swift#{name}\n{options}\n'
    for name, options in filters.items()
)
print(server('proxy', ' '.join(filters), sections), flush=True)
# Until the standard input is closed: also if the test process is killed.
eventlet.tpool.execute(sys.stdin.read)
