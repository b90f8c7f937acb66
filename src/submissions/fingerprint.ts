import { createHmac } from 'node:crypto';
import type { Application } from '#src/domain/model/application.ts';
import { personKey } from '#src/domain/rules/forms/person.ts';
import type { SubmissionRow } from './schema.ts';

/** The columns that find an earlier submission of the same form, content or person. */
export type Fingerprint = Pick<
  SubmissionRow,
  'key_hash' | 'content_hash' | 'person_hash' | 'joblistingid'
>;

/** A key has at least 128 random bits in characters that need no escaping. Any other key is ignored. */
const formKeyPattern = /^[\w-]{22,64}$/;

/** The hash has a key, so that the database does not reveal whether a known address applied. */
const keyedHash = (secret: Buffer, ...parts: readonly string[]): string =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');

export const keyHash = (secret: Buffer, formKey: string | undefined): string | null =>
  formKey && formKeyPattern.test(formKey) ? keyedHash(secret, 'key', formKey) : null;

export const personHash = (secret: Buffer, emailaddress: string, joblistingid: string): string =>
  keyedHash(secret, 'person', personKey(emailaddress), joblistingid);

/** @param application the normalized application, so that white space makes no difference */
export function fingerprint(
  formKey: string | undefined,
  application: Application,
  secret: Buffer,
): Fingerprint {
  const { emailaddress, joblistingid } = application;
  const sorted = (entries: [string, string][]) => entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const answers = sorted(Object.entries(application.answers));
  const address = personKey(emailaddress);
  const fields = sorted(Object.entries({ ...application, emailaddress: address, answers: '' }));
  return {
    key_hash: keyHash(secret, formKey),
    content_hash: keyedHash(secret, 'content', ...fields.flat(), ...answers.flat()),
    person_hash: personHash(secret, emailaddress, joblistingid),
    joblistingid,
  };
}
