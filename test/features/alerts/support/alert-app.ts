import { beforeEach } from 'node:test';
import type { AlertRequest } from '#src/domain/api/alert-request.ts';
import { ownProcess } from '#test/support/own-process.ts';

await ownProcess({ API_HOST: 'http://127.0.0.1:1' });
const { Hono } = await import('hono');
const { alertPages } = await import('#src/features/alerts/alert-routes.ts');
const { checkRateLimit } = await import('#src/limits/rate-limiter.ts');
const { rateLimit } = await import('#src/limits/rate-limiter.ts');
const { sameOrigin } = await import('#src/middleware/same-origin.ts');
const { postedForm } = await import('#src/forms/receive-form.ts');
const { withRequestContext } = await import('#src/middleware/request-context.ts');
const { hostMessages } = await import('#src/domain/model/messages.ts');
const { RefusedError, TransportError } = await import('#src/http/errors.ts');
const { routeOf, localizedPath } = await import('#src/routes.ts');

export const token = 'Ab_-'.repeat(10).padEnd(43, 'x');
const alert = {
  state: 'active' as const,
  search: { q: 'baker' },
  words: ' for “baker”',
  language: 'en',
  ends_at: '2027-05-01T10:00:00Z',
  last_sent_at: null,
  wishes: [],
};

/** What the API host knows and was asked for. */
export const host: {
  offersAlerts: boolean | undefined;
  isDown: boolean;
  hasCompany: boolean;
  requests: AlertRequest[];
  calls: string[];
  /** The alerts that were chosen with the last confirmation. */
  chosen: readonly string[] | undefined;
  mailUntil: string | undefined;
} = {
  ...{ offersAlerts: true, isDown: false, hasCompany: true, requests: [], calls: [] },
  ...{ chosen: undefined, mailUntil: undefined },
};
beforeEach(() => {
  Object.assign(host, { offersAlerts: true, isDown: false, hasCompany: true });
  Object.assign(host, { requests: [], calls: [], chosen: undefined, mailUntil: undefined });
});
const call = async (name: string, of: string) => {
  if (host.isDown)
    throw new TransportError(
      { method: 'POST', url: 'http://host/alerts' },
      { reason: 'reset', mayHaveArrived: true },
    );
  host.calls.push(name);
  return of === token ? alert : undefined;
};
const client = () => ({
  async requestAlert(request: AlertRequest) {
    await call('request', token);
    if (!host.hasCompany && request.search.company_id)
      throw new RefusedError(
        { method: 'POST', url: 'http://host/alerts' },
        { httpStatus: 404, message: hostMessages.noSuchCompany, body: undefined },
      );
    host.requests.push(request);
    return host.mailUntil;
  },
  readAlert: (of: string) => call('read', of),
  confirmAlert(of: string, ids?: readonly string[]) {
    host.chosen = ids;
    return call('confirm', of);
  },
  renewAlert: (of: string) => call('renew', of),
  endAlert: async (of: string) => (await call('end', of)) !== undefined,
});

export const app = new Hono({ getPath: ({ url }) => localizedPath(new URL(url).pathname).path })
  .use(withRequestContext(), sameOrigin('http://localhost:3000'))
  .use(async (c, next) => {
    c.setRenderer(async ({ address, status }) =>
      c.json({ address, ...postedForm('alert') }, status as 422),
    );
    await next();
  })
  .use(rateLimit((path) => routeOf(path).rateLimit))
  .route(
    '/',
    alertPages({
      client,
      offersAlerts: async () => host.offersAlerts,
      checks: { checkRateLimit: () => checkRateLimit('mail-request'), wait: async () => {} },
    }),
  )
  .all('*', (c) => c.text('a page of Waku'));

interface Sent {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
}
export const send = (
  path: string,
  { method = 'POST', fields, headers, address = '192.0.2.1' }: Sent = {},
) =>
  app.request(
    `http://localhost:3000${path}`,
    { method, ...(fields && { body: new URLSearchParams(fields) }), ...(headers && { headers }) },
    { incoming: { socket: { remoteAddress: address } } },
  );
export const asked = (changes: Readonly<Record<string, string>> = {}) => ({
  email: 'ada@example.com',
  search: 'company_id=1&q=baker&city=Lagos&sort=pay&page=3',
  ...changes,
});
