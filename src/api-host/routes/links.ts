import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { AppParts } from '../parts.ts';
import { readToken } from '../request.ts';
import { foundByLink, success } from '../responses.ts';

/**
 * Answers the calls that only our site makes, beside section 7: an applicant without an account sees, withdraws or erases
 * an application by a link. The token is always in a body, because servers and proxies log addresses.
 */
export function linkRoutes({ links, erase, mailer, clock, log }: AppParts) {
  const applicantOf = async (incoming: HttpBindings['incoming']) =>
    foundByLink(await links.find(await readToken(incoming), clock()));

  return new Hono<{ Bindings: HttpBindings }>()
    .post('/applications/:id/link', async (c) => {
      const token = await readToken(c.env.incoming);
      const expires_at = foundByLink(await links.add(c.req.param('id'), token, clock()));
      return c.json({ status: 1, expires_at });
    })
    .post('/links/read', async (c) =>
      success(c, foundByLink(await links.read(await readToken(c.env.incoming), clock()))),
    )
    .post('/links/withdraw', async (c) => {
      const applicant = await applicantOf(c.env.incoming);
      await links.withdraw(applicant, clock());
      mailer?.wake();
      log.info({ event: 'application-withdrawn', applicant });
      return c.json({ status: 1 });
    })
    .post('/links/erase', async (c) => {
      const applicant = await applicantOf(c.env.incoming);
      const { documents } = await erase({ applicant });
      log.info({ event: 'application-erased', applicant, documents });
      return success(c, { applicant_id: applicant });
    });
}
