import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** The line between a browser and the site: a TCP proxy that a test can cut in the middle of an exchange. */
export interface CuttableProxy extends AsyncDisposable {
  /** The site, through this line. */
  readonly origin: string;
  /** Resets every connection and every new one, as a lost network does: browsers try once more by themselves. */
  cut(): void;
  /** New connections go through again. */
  restore(): void;
}

export async function startCuttableProxy(siteOrigin: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(siteOrigin);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
    return socket;
  };
  let whole = true;
  const server = net.createServer((near) => {
    if (!whole) {
      near.resetAndDestroy();
      return;
    }
    const far = keep(net.connect(Number(port), hostname));
    keep(near).on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const cut = () => {
    whole = false;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut,
    restore: () => {
      whole = true;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
