import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { z } from 'zod';
import { linkToken } from '#src/domain/model/linked-application.ts';
import type { AppParts } from '../parts.ts';
import { readJson } from '../request.ts';
import { hostMessages, Refusal } from '../responses.ts';

const bodySchema = z.object({ token: z.string().regex(linkToken) });

/**
 * Answers the calls that only our site makes, beside section 7: an applicant without an account sees, withdraws or erases
 * an application by a link. The token is always in a body, because servers and proxies log addresses.
 */
export function linkRoutes({
  links,
  erase,
  onMailStored,
  clock,
  log,
}: AppParts): Hono<{ Bindings: HttpBindings }> {
  const tokenOf = async (incoming: HttpBindings['incoming']) => {
    const parsed = bodySchema.safeParse(await readJson(incoming));
    if (!parsed.success) throw new Refusal(422, hostMessages.notUnderstood);
    return parsed.data.token;
  };
  const found = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Refusal(404, hostMessages.noSuchLink);
    return value;
  };
  const applicantOf = async (incoming: HttpBindings['incoming']) =>
    found(await links.find(await tokenOf(incoming), clock()));

  return new Hono<{ Bindings: HttpBindings }>()
    .post('/applications/:id/link', async (c) => {
      const token = await tokenOf(c.env.incoming);
      const expires_at = found(await links.add(c.req.param('id'), token, clock()));
      return c.json({ status: 1, expires_at });
    })
    .post('/links/read', async (c) => {
      const data = found(await links.read(await tokenOf(c.env.incoming), clock()));
      return c.json({ status: 1, data });
    })
    .post('/links/withdraw', async (c) => {
      const applicant = await applicantOf(c.env.incoming);
      await links.withdraw(applicant, clock());
      onMailStored();
      log.info({ event: 'application-withdrawn', applicant });
      return c.json({ status: 1 });
    })
    .post('/links/erase', async (c) => {
      const applicant = await applicantOf(c.env.incoming);
      const { documents } = await erase({ applicant });
      log.info({ event: 'application-erased', applicant, documents });
      return c.json({ status: 1, data: { applicant_id: applicant } });
    });
}
