import type { Context } from 'hono';
import { accepts } from 'hono/accepts';

/** The format of a response to a form: a page for a browser, JSON for a script, plain text for anything else. */
export const preferredType = (c: Context): 'text/html' | 'application/json' | 'text/plain' =>
  accepts(c, {
    header: 'Accept',
    supports: ['text/html', 'application/json'],
    default: 'text/plain',
  }) as ReturnType<typeof preferredType>;

/** The best encoding the client accepts; Brotli before gzip, whatever their order in the header. */
export function preferredEncoding(c: Context): 'br' | 'gzip' | undefined {
  const encoding = accepts(c, {
    header: 'Accept-Encoding',
    supports: ['br', 'gzip'],
    default: 'identity',
    match: (accepted, { supports }) => {
      const quality = new Map(accepted.map(({ type, q }) => [type.toLowerCase(), q]));
      const best = supports.find((name) => (quality.get(name) ?? quality.get('*') ?? 0) > 0);
      return best ?? 'identity';
    },
  });
  return encoding === 'br' || encoding === 'gzip' ? encoding : undefined;
}
