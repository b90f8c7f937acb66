import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy between a browser and the site that a test can cut during a request. */
export interface CuttableProxy extends AsyncDisposable {
  /** The site's origin through the proxy. */
  readonly origin: string;
  /** Resets all current and new connections, like a lost network; browsers retry once by themselves. */
  cut(): void;
  /** Accepts new connections again. */
  restore(): void;
}

export async function startCuttableProxy(siteOrigin: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(siteOrigin);
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
    return socket;
  };
  let whole = true;
  const server = net.createServer((client) => {
    if (!whole) {
      client.resetAndDestroy();
      return;
    }
    const upstream = track(net.connect(Number(port), hostname));
    track(client).on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.pipe(upstream).pipe(client);
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
