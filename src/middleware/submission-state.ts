import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import type { SiteEnv } from '#src/server/request-context.ts';
import { ticketCookie } from '#src/submissions/upload-ticket.ts';
import { inOrder, isComplete, receiptPage } from './upload/replies.ts';
import type { TicketJournal } from './upload-proxy.ts';

/**
 * GET /api/submission: where the ticket's holder left off, for the script to pick up; 204 without one. A
 * browser that goes there by itself, by the link /feedback has for those without script, gets a page.
 */
export function submissionState(journal: TicketJournal): MiddlewareHandler<SiteEnv> {
  return async (c) => {
    const headers = { 'cache-control': 'private, no-store' };
    const found = journal.findByTicket(getCookie(c, ticketCookie), c.req.query('joblistingid'));
    if (/\btext\/html\b/.test(c.req.header('accept') ?? '')) return receiptPage(found);
    if (!found) return c.body(null, 204, headers);
    const { joblistingid, state, received, applicantId } = found;
    const complete = isComplete(received);
    return c.json(
      { joblistingid, state, received: inOrder(received), complete, reference: applicantId },
      200,
      headers,
    );
  };
}
