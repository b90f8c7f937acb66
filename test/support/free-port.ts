import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A TCP port nobody listens on just now, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
