import { Hono } from 'hono';
import { maxLength } from '#src/domain/model/limits.ts';
import { messages } from '#src/domain/model/messages.ts';
import { validateForm } from '#src/domain/rules/form-rules.ts';
import type { ApplicationStore } from '../applications.ts';
import type { OpeningStore } from '../openings.ts';
import { hostMessages, Refusal } from '../replies.ts';

/**
 * Section 7, validatecandidate: status 1 when this address may apply to the company; status 0 with the
 * sentence, still an answer and so HTTP 200, when it applied within a year. Who asks with the Idempotency-Key of
 * the application itself, because its answer was lost, is given its applicant id beside the refusal.
 */
export function candidateCall(
  applications: ApplicationStore,
  openings: OpeningStore,
  clock: () => Date,
): Hono {
  return new Hono().get('/validatecandidate', async (c) => {
    const emailaddress = c.req.query('emailaddress')?.trim() ?? '';
    const company_id = c.req.query('company_id')?.trim() ?? '';
    const issues = validateForm(
      { emailaddress, company_id },
      {
        emailaddress: { required: true, maxlength: maxLength.emailaddress, email: true },
        company_id: { required: true },
      },
    );
    if (issues.length > 0) throw Refusal.ofIssues(422, issues);
    if (!(await openings.hasCompany(company_id)))
      throw new Refusal(404, hostMessages.noSuchCompany);
    const candidate = { emailaddress, company_id };
    if (await applications.mayApply(candidate, clock())) return c.json({ status: 1 });
    const refusal = { status: 0, message: messages.alreadyApplied };
    const key = c.req.header('idempotency-key');
    const id = key && (await applications.findOwn(candidate, key));
    return c.json(id ? { ...refusal, data: { id, data: { id } } } : refusal);
  });
}
