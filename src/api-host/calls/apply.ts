import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { type Application, applicationSchema } from '#src/domain/model/application.ts';
import { messages } from '#src/domain/model/messages.ts';
import { normalizeApplication, validateApplication } from '#src/domain/rules/application.ts';
import { validateForm } from '#src/domain/rules/form-rules.ts';
import type { ApplicationStore, ApplyOutcome } from '../applications.ts';
import { readJson } from '../body.ts';
import { requestKey } from '../idempotency.ts';
import type { HostLog } from '../log.ts';
import type { OpeningStore } from '../openings.ts';
import { hostMessages, Refusal } from '../replies.ts';

const maxDocumentId = 200;

/**
 * Section 7, applyjobposting: an application that the domain's rules pass, from an address that has not
 * applied to the company within a year, is stored and given its applicant id. A request repeated under
 * its Idempotency-Key gets the answer of the first.
 */
export function applyCall(
  applications: ApplicationStore,
  openings: OpeningStore,
  clock: () => Date,
  log: HostLog,
): Hono<{ Bindings: HttpBindings }> {
  const accepted = (outcome: ApplyOutcome) => {
    if (outcome.kind === 'key-reused') throw new Refusal(422, hostMessages.keyReused);
    if (outcome.kind === 'within-a-year') throw new Refusal(409, messages.alreadyApplied);
    const { id, replayed } = outcome;
    log.info({ event: 'application-accepted', applicant: id, replayed });
    // Section 7 has the id at data.data.id: of the body, or of a client's response whose data is the body.
    return { status: 1, message: messages.applied, data: { id, data: { id } } };
  };

  return new Hono<{ Bindings: HttpBindings }>().post('/applyjobposting', async (c) => {
    const parsed = applicationSchema.safeParse(await readJson(c.env.incoming));
    if (!parsed.success) throw new Refusal(422, hostMessages.notUnderstood);
    const key = requestKey(c, parsed.data);
    const earlier = key && (await applications.findByKey(key));
    if (earlier) return c.json(accepted(earlier));

    const now = clock();
    const found = await openings.find(parsed.data.joblistingid.trim(), now);
    if (!found) throw new Refusal(404, hostMessages.noSuchOpening);
    if (found.closed) throw new Refusal(410, hostMessages.openingClosed);
    const application = normalizeApplication(parsed.data, found.opening.questions);
    const issues = [
      ...validateApplication(application, found.opening.questions),
      ...validateForm(
        { document_id: application.document_id },
        { document_id: { maxlength: maxDocumentId } },
      ),
    ];
    if (issues.length > 0) throw Refusal.ofIssues(422, issues);
    if (isOfAnotherCompany(application, found.opening.company_id))
      throw new Refusal(422, hostMessages.otherCompany);
    return c.json(accepted(await applications.apply(application, found.opening, key, now)));
  });
}

/** The year is counted by company, so an application may not name one the opening does not belong to. */
function isOfAnotherCompany({ company_id }: Application, openingsCompany: string): boolean {
  return company_id !== '' && company_id !== openingsCompany;
}
