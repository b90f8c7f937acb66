import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { normalizeAlertRequest } from '#src/domain/api/alert-request.ts';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import { validateAddress } from '#src/domain/rules/forms/mail-request.ts';
import { languageOf } from '#src/language/server.ts';
import type { AppParts } from './app-parts.ts';
import { networkIn, readBody, tokenSchema } from './request.ts';
import { foundByLink, Refusal, refusalMessages, success } from './responses.ts';

const requestSchema = z.object({
  emailaddress: z.string(),
  search: z.record(z.string(), z.unknown()).transform(readSearch),
  language: z.string(),
});

/** `alerts` has the ids of the alerts to confirm; `language` is for the description of a search. */
const linkSchema = tokenSchema.extend({
  alerts: z.array(z.string()).optional(),
  language: z.string().optional(),
});

/**
 * Answers the calls about alerts, which only our site makes, beside section 7. The address and the token are always in a
 * body, because servers and proxies log addresses.
 */
export function alertRoutes({
  alertStore: store,
  alerts,
  openings,
  secret,
  clock,
  log,
}: Pick<AppParts, 'alertStore' | 'alerts' | 'openings' | 'secret' | 'clock' | 'log'>) {
  const routes = new Hono<{ Bindings: HttpBindings }>().get('/alerts', (c) =>
    c.json({ status: 1, offered: alerts !== undefined }),
  );

  if (alerts)
    routes.post('/alerts', async (c) => {
      const body = await readBody(c.env.incoming, requestSchema);
      const language = languageOf(body.language).tag;
      const request = normalizeAlertRequest({ ...body, language });
      const issues = validateAddress(request.emailaddress);
      if (issues.length > 0) throw Refusal.ofIssues(422, issues);
      const { company_id = [] } = request.search;
      const companies = await openings.listCompanies(clock());
      if (company_id.some((one) => companies.every(({ id }) => id !== one)))
        throw new Refusal(404, refusalMessages.noSuchCompany);
      const mail_until = await store.ask(request, clock(), networkIn(c, secret));
      alerts.wake();
      return c.json({ status: 1, mail_until });
    });
  const answer = async (
    c: Context<{ Bindings: HttpBindings }>,
    find: (link: z.output<typeof linkSchema>, now: Date) => Promise<object | undefined>,
    event?: string,
  ) => {
    const body = await readBody(c.env.incoming, linkSchema);
    const alert = foundByLink(await find(body, clock()));
    if (event !== undefined) log.info({ event });
    return success(c, alert);
  };
  const end = async (token: string, now: Date) => ((await store.end(token, now)) ? {} : undefined);
  // A person can end an alert also while the host sends no mail.
  return routes
    .post('/alerts/read', (c) =>
      answer(c, ({ token, language }, now) => store.read(token, now, language)),
    )
    .post('/alerts/confirm', (c) =>
      answer(c, ({ token, alerts }, now) => store.confirm(token, now, alerts), 'alert-confirmed'),
    )
    .post('/alerts/renew', (c) =>
      answer(c, ({ token }, now) => store.renew(token, now), 'alert-renewed'),
    )
    .post('/alerts/end', (c) => answer(c, ({ token }, now) => end(token, now), 'alert-ended'));
}
