import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import type { ClamdAddress } from '#src/config/environment.ts';

/** What it does with a stream: a reply after all was received or before, nothing, or the end of the connection. */
export type ClamdAnswer =
  | { readonly reply: string; readonly early?: boolean }
  | 'silence'
  | 'close';

/** Returns a program that speaks clamd's INSTREAM and PING, and answers as a test wants. */
export async function scriptedClamd(
  t: TestContext,
  answer: (received: string) => ClamdAnswer = () => ({ reply: 'stream: OK' }),
) {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let bytes = Buffer.alloc(0);
    socket.on('error', () => {});
    const respond = (text: string) => {
      const what = answer(text);
      if (what === 'close') socket.destroy();
      else if (what !== 'silence') socket.end(`${what.reply}\0`);
    };
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      const command = bytes.toString('latin1');
      if (command === 'zPING\0') return void socket.end('PONG\0');
      const stream = streamIn(bytes);
      if (stream !== undefined) {
        received.push(stream);
        respond(stream);
      } else {
        const early = command.startsWith('zINSTREAM\0') && answer('');
        if (typeof early === 'object' && early.early) socket.end(`${early.reply}\0`);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const address: ClamdAddress = { host: '127.0.0.1', port };
  return { address, url: `tcp://127.0.0.1:${port}`, received };
}

/** The bytes of an INSTREAM command once it is complete. */
function streamIn(bytes: Buffer): string | undefined {
  let at = 'zINSTREAM\0'.length;
  let text = '';
  while (bytes.length >= at + 4) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return text;
    text += bytes.toString('latin1', at + 4, at + 4 + length);
    at += 4 + length;
  }
  return undefined;
}
