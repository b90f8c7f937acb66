/** Bare node:http sends the bytes of one file. With `discard` it reads and discards uploads. The script prints its port. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [mode] = process.argv.slice(2);
const body = mode === 'discard' ? undefined : readFileSync(mode);

const server = createServer((incoming, outgoing) => {
  if (body) {
    outgoing.writeHead(200, { 'content-type': 'text/html', 'content-length': body.length });
    outgoing.end(body);
  } else
    incoming.resume().once('end', () => {
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"status":1}');
    });
});
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
