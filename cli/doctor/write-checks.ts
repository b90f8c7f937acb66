import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { applicantIdSchema } from '#src/domain/api/applications.ts';
import { mayApply } from '#src/domain/api/response-status.ts';
import type { Application } from '#src/domain/model/application.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { educationOf } from '#src/domain/rules/forms/application.ts';
import { multipartBody } from '#src/http/write-multipart.ts';
import { applicationSettings } from '#src/language/server.ts';
import type { Check } from './check.ts';
import { type HostSubject, markedCandidate } from './host-checks.ts';
import { successOf } from './probe.ts';

interface WriteSubject extends HostSubject {
  readonly application: Application;
  applicantId: string | undefined;
}

const mark = 'Sent by careers doctor to check this host. It may be erased.';
const json = 'application/json';

export const writeChecks: readonly Check<WriteSubject>[] = [
  {
    name: 'applyjobposting',
    run: async (subject, report) => {
      const body = JSON.stringify(subject.application);
      const reply = await subject.probe.post('applyjobposting', body, json);
      const { data: parsed, error } = applicantIdSchema.safeParse(successOf(reply, report));
      if (error) throw new Error(`${error.issues[0]?.message}: no document can be sent`);
      subject.applicantId = parsed.data;
      return `applicant ${parsed.data}, ${subject.application.emailaddress}`;
    },
  },
  {
    name: 'validatecandidate after the application',
    run: async ({ probe, application, applicantId }, report) => {
      if (applicantId === undefined) return undefined;
      const { firstname, lastname, emailaddress, company_id } = application;
      const query = { firstname, lastname, emailaddress, company_id };
      const { json: body } = await probe.get('validatecandidate', query);
      if (mayApply(body?.status))
        report.warn('the same candidate may apply again at once; section 8 has a year');
      return 'the same candidate is refused';
    },
  },
  {
    name: 'uploadapplicantdocument',
    run: async ({ probe, application, applicantId }, report) => {
      if (applicantId === undefined) return undefined;
      const file = Buffer.from(`%PDF-1.4\n% ${mark}\n%%EOF\n`);
      const { contentType, ...body } = multipartBody(
        {
          document_type: 'cv',
          applicant_info: JSON.stringify({ ...application, applicant_id: applicantId }),
          final_file: '1',
        },
        {
          name: 'cv',
          filename: 'careers-doctor.pdf',
          contentType: 'application/pdf',
          body: Readable.from([file]),
          size: file.length,
        },
      );
      successOf(await probe.post('uploadapplicantdocument', body, contentType), report);
      return 'a document was received';
    },
  },
  {
    name: 'contact',
    run: async ({ probe, application: { firstname, lastname, emailaddress: email } }, report) => {
      const subject = 'careers doctor';
      const message = { firstname, lastname, email, phone: '', subject, msg: mark };
      successOf(await probe.post('contact', JSON.stringify(message), json), report);
      return 'a message was received';
    },
  },
];

export function writeSubject(subject: HostSubject, opening: Opening): WriteSubject {
  const settings = applicationSettings();
  const education = educationOf('', settings);
  const application = {
    ...markedCandidate(randomBytes(4).toString('hex')),
    phone: settings.phoneCountries[0]?.example.replace(/\D/g, '') ?? '',
    age: '30',
    education: education?.name ?? '',
    course: 'careers doctor',
    grades: education?.grades[0] ?? '',
    years_of_experience: '0',
    current_employer: '',
    linkedinprofile: '',
    referrer: 'sundry_website',
    referrer_name: '',
    document_id: '',
    company_id: opening.company_id,
    joblistingid: opening.id,
    cover_letter: `<p>${mark}</p>`,
    answers: Object.fromEntries(opening.questions.map(({ id }) => [id, mark])),
  };
  return { ...subject, applicantId: undefined, application };
}
