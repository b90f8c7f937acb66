import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { z } from 'zod';
import { validateAddress } from '#src/domain/rules/forms/mail-request.ts';
import { normalizeEmail } from '#src/domain/rules/text/text.ts';
import type { AppParts } from './app-parts.ts';
import { networkIn, readBody, readToken } from './request.ts';
import { foundByLink, Refusal, refusalMessages, success } from './responses.ts';

const addressSchema = z.object({ emailaddress: z.string().transform(normalizeEmail) });

/**
 * Answers the calls that only our site makes, beside section 7: an applicant without an account sees, withdraws or erases
 * an application by a link. The token is always in a body, because servers and proxies log addresses.
 */
export function linkRoutes({ links, erase, mailer, mailsLinks, secret, clock, log }: AppParts) {
  const applicantOf = async (incoming: HttpBindings['incoming']) =>
    foundByLink(await links.find(await readToken(incoming), clock()));

  return (
    new Hono<{ Bindings: HttpBindings }>()
      .post('/applications/:id/link', async (c) => {
        const token = await readToken(c.env.incoming);
        const link = foundByLink(await links.add(c.req.param('id'), token, clock()));
        return c.json({ status: 1, ...link });
      })
      /** The answer does not depend on an address. Hosts of other makers do not have the call. */
      .get('/links', (c) => c.json({ status: 1, mailed: mailsLinks }))
      .post('/links/mail', async (c) => {
        const { emailaddress } = await readBody(c.env.incoming, addressSchema);
        const issues = validateAddress(emailaddress);
        if (issues.length > 0) throw Refusal.ofIssues(422, issues);
        if (!mailsLinks) throw new Refusal(404, refusalMessages.noSuchLink);
        await links.mailAll(emailaddress, clock(), networkIn(c, secret));
        mailer?.wake();
        return c.json({ status: 1 });
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
      })
  );
}
