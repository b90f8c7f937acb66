import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy, for example between a browser and the site, that a test can cut during a request. */
export interface CuttableProxy extends AsyncDisposable {
  /** The server's origin through the proxy. */
  readonly origin: string;
  /** Holds back what the server sends on the present connections, also that it closes them, until `release`. */
  hold(): void;
  release(): void;
  /** Resets all current and new connections, like a lost network; browsers retry once by themselves. */
  cut(): void;
  /** Accepts new connections again. */
  restore(): void;
}

export async function startCuttableProxy(serverOrigin: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(serverOrigin);
  const sockets = new Set<Socket>();
  const upstreams = new Set<Socket>();
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
    upstreams.add(upstream);
    upstream.on('close', () => {
      upstreams.delete(upstream);
      client.destroy();
    });
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
    hold: () => {
      for (const upstream of upstreams) upstream.pause();
    },
    release: () => {
      for (const upstream of upstreams) upstream.resume();
    },
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
