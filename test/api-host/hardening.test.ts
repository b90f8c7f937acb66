import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { buildApplication } from '#test/support/build-application.ts';
import { type TestHost, testHost } from './support/host.ts';
import { multipartType, openUpload } from './support/upload.ts';

/** Sends raw bytes and returns what the host sends until it closes the connection or sends `until`. */
async function raw(host: TestHost, bytes: string | Buffer): Promise<string> {
  const socket = connect(Number(new URL(host.origin).port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.end(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return received;
}

const alive = async (host: TestHost) => {
  assert.equal((await host.call('openingsall')).body.status, 1);
  assert.deepEqual(host.errors(), []);
};

test('a wrong method gets 405 with an Allow header, an unknown path 404, both as JSON', async (t) => {
  const host = await testHost(t);
  for (const [method, path, httpStatus, allowed] of [
    ['DELETE', 'openingsall', 405, 'GET, HEAD'],
    ['POST', 'findopening/101', 405, 'GET, HEAD'],
    ['GET', 'applyjobposting', 405, 'POST'],
    ['PUT', 'contact', 405, 'POST'],
    ['GET', 'uploadapplicantdocument', 405, 'POST'],
    ['GET', 'nothing', 404, null],
    ['GET', 'openings/101', 404, null],
    ['POST', 'contact/us', 404, null],
    ['GET', 'findopening/101/questions', 404, null],
    ['GET', 'findopening', 405, 'GET, HEAD'],
    ['POST', '../../etc/passwd', 404, null],
  ] as const) {
    const response = await host.call(path, { method });
    assert.deepEqual(
      [response.httpStatus, response.body.status, response.headers.get('allow')],
      [httpStatus, 0, allowed],
      `${method} ${path}`,
    );
  }
});

test('a body that is not JSON, not declared as JSON or not UTF-8 is refused', async (t) => {
  const host = await testHost(t);
  for (const [body, type, httpStatus] of [
    ['{', 'application/json', 400],
    ['', 'application/json', 400],
    [Buffer.from([0x22, 0xff, 0x22]), 'application/json; charset=utf-8', 400],
    ['[', 'application/vnd.careers+json', 400],
    [JSON.stringify(buildApplication()), 'text/plain', 415],
    ['a=b', 'application/x-www-form-urlencoded', 415],
    [JSON.stringify(buildApplication()), 'application/jsonp', 415],
  ] as const)
    for (const path of ['applyjobposting', 'contact']) {
      const response = await host.call(path, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      });
      assert.deepEqual(
        [response.httpStatus, response.body.status],
        [httpStatus, 0],
        `${path} ${body} ${type}`,
      );
    }
});

test('the longest valid application is accepted with every character escaped', async (t) => {
  const host = await testHost(t);
  const application = buildApplication({
    cover_letter: 'ọ'.repeat(30_000),
    answers: { 1001: 'é'.repeat(5000), 1002: 'à'.repeat(5000) },
  });
  const body = JSON.stringify(application).replace(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const response = await host.call('applyjobposting', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(response.body.status, 1);
});

test('JSON nested a hundred thousand levels deep does not stop the host', async (t) => {
  const host = await testHost(t);
  for (const body of [
    '['.repeat(100_000) + ']'.repeat(100_000),
    `${'{"answers":'.repeat(80_000)}1${'}'.repeat(80_000)}`,
  ]) {
    const response = await host.call('applyjobposting', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(response.httpStatus, 400);
  }
  await alive(host);
});

test('bytes that are not HTTP, incomplete requests and endless headers end with a closed connection', async (t) => {
  const host = await testHost(t);
  for (const bytes of [
    'hello\r\n\r\n',
    '\0\0\0\0',
    'GET /api/openingsall HTTP/1.1\r\n',
    `GET /api/openingsall HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
    `GET /api/openings?q=${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    'GET /api/openingsall HTTP/1.1\r\nConnection: close\r\n\r\n',
    'GET http://[::/api HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'GET /api/openingsall HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"firstname"',
    'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    'POST /api/uploadapplicantdocument HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n--x\r\n\r\nzz\r\n',
  ])
    assert.doesNotMatch(await raw(host, bytes), /^HTTP\/1\.1 (?:200|500)/, bytes.slice(0, 60));
  await alive(host);
});

test('a request of HTTP/1.0 needs no Host header: load balancers check /health without one', async (t) => {
  const host = await testHost(t);
  const socket = connect(Number(new URL(host.origin).port), '127.0.0.1');
  socket.write('GET /health HTTP/1.0\r\n\r\n');
  assert.match(await text(socket), /^HTTP\/1\.1 200 /);
});

test('a request with two Host headers is a 400', async (t) => {
  const host = await testHost(t);
  const request =
    'GET /api/openingsall HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n';
  assert.match(await raw(host, request), /^HTTP\/1\.1 400 /);
  await alive(host);
});

test('a client that disconnects before the response does not affect others', async (t) => {
  const host = await testHost(t);
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      const socket = connect(Number(new URL(host.origin).port), '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write('GET /api/openingsall HTTP/1.1\r\nHost: x\r\n\r\n', () =>
        socket.resetAndDestroy(),
      );
      await new Promise((resolve) => socket.once('close', resolve));
    }),
  );
  await alive(host);
});

test('endless headers of a part are refused', async (t) => {
  const host = await testHost(t);
  const { request, reply } = openUpload(host.origin, { 'transfer-encoding': 'chunked' });
  const boundary = multipartType.split('boundary=')[1];
  request.write(
    `--${boundary}\r\nContent-Disposition: form-data; name="cv"; filename="a.pdf"\r\nX: `,
  );
  for (let i = 0; i < 100; i += 1) request.write('x'.repeat(10_000));
  request.end();
  assert.ok((await reply).httpStatus >= 400);
  await alive(host);
});

test('an unexpected error gets the specification’s message and is logged without values', async (t) => {
  const host = await testHost(t, {
    clock: () => {
      throw new Error('the clock failed for ngozi.eze@example.com');
    },
    openings: [],
  }).catch(() => undefined);
  assert.equal(host, undefined, 'a host whose clock fails does not start');

  let broken = false;
  const clock = () => {
    if (broken) throw new TypeError('no time for ngozi.eze@example.com');
    return new Date('2026-02-02T00:00:00Z');
  };
  const running = await testHost(t, { clock });
  broken = true;
  const { httpStatus, body } = await running.post('applyjobposting', buildApplication());
  assert.deepEqual(
    [httpStatus, body],
    [500, { status: 0, message: 'An unspecified error occured.' }],
  );
  const errors = running.lines.filter(({ level }) => level === 'error');
  assert.deepEqual(
    [
      errors.length,
      errors[0]?.event,
      (errors[0]?.error as { type?: string } | undefined)?.type,
      errors[0]?.route,
    ],
    [1, 'request-failed', 'TypeError', '/api/applyjobposting'],
  );
  assert.ok(!JSON.stringify(running.lines).includes('ngozi.eze'));
  broken = false;
  assert.equal((await running.post('applyjobposting', buildApplication())).body.status, 1);
});
