import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections: one of those could take the port before the program does. */
const range = [20_000, 32_768] as const;

/** Returns an unused TCP port, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...range);
    const server = createServer();
    const isFree = new Promise<boolean>((resolve) => {
      server.once('listening', () => resolve(true)).once('error', () => resolve(false));
    });
    server.listen(port);
    if (!(await isFree)) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
