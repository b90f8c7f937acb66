import { isIPv6, SocketAddress } from 'node:net';
import type { Context } from 'hono';
import type { SiteEnv } from './site-env.ts';

/** The outermost trusted proxy added its entry to X-Forwarded-For; the visitor can forge the entries before it. */
export function remoteAddressOf(c: Context<SiteEnv>, trustedProxies: number): string {
  const socketAddress = c.env?.incoming?.socket.remoteAddress ?? '';
  const forwarded = trustedProxies === 0 ? [] : (c.req.header('x-forwarded-for')?.split(',') ?? []);
  return (
    toAddress(forwarded.at(-trustedProxies) ?? forwarded[0] ?? '') ??
    toAddress(socketAddress) ??
    'unknown'
  );
}

/** Each address has one spelling, without port and zone. An IPv4 address that an IPv6 socket reports becomes IPv4. */
function toAddress(text: string): string | undefined {
  const entry = text.trim().replace(/%[^\]]*/, '');
  const { address } = SocketAddress.parse(isIPv6(entry) ? `[${entry}]` : entry) ?? {};
  return address?.replace(/^::ffff:(?=\d+\.)/, '');
}
