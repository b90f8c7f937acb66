import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { applicationSchema } from '#src/domain/model/application.ts';
import { applicationFields } from '#src/domain/model/application-fields.ts';
import { messages } from '#src/domain/model/messages.ts';
import { normalizeApplication, validateApplication } from '#src/domain/rules/forms/application.ts';
import { validateForm } from '#src/domain/rules/forms/form-rules.ts';
import { normalizeText } from '#src/domain/rules/text/text.ts';
import { applicationSettings, languages } from '#src/language/server.ts';
import type { ApplyResult } from '../applications/application-store.ts';
import type { AppParts } from './app-parts.ts';
import { networkIn, readBody, requestKey } from './request.ts';
import { Refusal, refusalMessages } from './responses.ts';

/** Section 7 reads the id at `data.data.id`. It is there twice, because the first `data` may mean the body. */
const applicantData = (id: string) => ({ id, data: { id } });

/**
 * validatecandidate and applyjobposting (section 7). A refusal contains the applicant id if the check carries the
 * Idempotency-Key of the candidate's application, whose response was lost. A repetition of applyjobposting with the
 * same key gets the first response.
 */
export function applicationRoutes(parts: AppParts) {
  const { applications, openings, clock, log, mailer, secret } = parts;
  const toBody = (result: ApplyResult) => {
    if (result.kind === 'key-reused') throw new Refusal(422, refusalMessages.keyReused);
    if (result.kind === 'within-a-year') throw new Refusal(409, messages.alreadyApplied);
    const { id, replayed, mailUntil } = result;
    log.info({ event: 'application-accepted', applicant: id, replayed });
    if (!replayed) mailer?.wake();
    const message = messages.applied;
    return { status: 1, message, data: applicantData(id), mail_until: mailUntil };
  };

  return new Hono<{ Bindings: HttpBindings }>()
    .get('/validatecandidate', async (c) => {
      const emailaddress = normalizeText(c.req.query('emailaddress') ?? '');
      const company_id = normalizeText(c.req.query('company_id') ?? '');
      const issues = validateForm(
        { emailaddress, company_id },
        { emailaddress: applicationFields.emailaddress, company_id: { required: true } },
      );
      if (issues.length > 0) throw Refusal.ofIssues(422, issues);
      if (!(await openings.hasCompany(company_id)))
        throw new Refusal(404, refusalMessages.noSuchCompany);
      const candidate = { emailaddress, company_id };
      if (await applications.mayApply(candidate, clock())) return c.json({ status: 1 });
      const refusal = { status: 0, message: messages.alreadyApplied };
      const key = c.req.header('idempotency-key');
      const id = key && (await applications.findApplicantId(candidate, key));
      return c.json(id ? { ...refusal, data: applicantData(id) } : refusal);
    })
    .post('/applyjobposting', async (c) => {
      const sent = await readBody(c.env.incoming, applicationSchema);
      const key = requestKey(c, sent);
      const earlier = key && (await applications.findByKey(key));
      if (earlier) return c.json(toBody(earlier));

      const now = clock();
      const found = await openings.find(sent.joblistingid.trim(), now);
      if (!found) throw new Refusal(404, refusalMessages.noSuchOpening);
      if (found.closed) throw new Refusal(410, refusalMessages.openingClosed);
      const { questions } = found.opening;
      const application = normalizeApplication(sent, questions, applicationSettings());
      const issues = validateApplication(application, questions, applicationSettings());
      if (issues.length > 0) throw Refusal.ofIssues(422, issues);
      // The one-year rule counts per company, so an application may not name a company other than the opening's.
      if (application.company_id !== '' && application.company_id !== found.opening.company_id)
        throw new Refusal(422, refusalMessages.otherCompany);
      // Other programs may send a value such as `fr-FR, *;q=0.5`, which is not the tag of a language of the site.
      const wanted = c.req.header('accept-language');
      const language = languages.find(({ tag }) => tag === wanted)?.tag ?? null;
      const network = networkIn(c, secret);
      const visitor = { language, network };
      const result = await applications.apply(application, found.opening, key, now, visitor);
      return c.json(toBody(result));
    });
}
