import { createHmac } from 'node:crypto';
import type { Application } from '#src/domain/model/application.ts';

/** A form's key is 128 random bits or more, in characters that need no escaping; anything else is no key. */
const formKeyPattern = /^[\w-]{22,64}$/;

/** The ways by which a submission is known again: the form's own key, its content, its person. */
export interface Fingerprint {
  readonly key: string | null;
  readonly content: string;
  readonly person: string;
}

/**
 * Hashes with a key, so that the journal's file does not tell whether a known address applied.
 * `application` is tidied, hence the same text however it was spaced.
 */
export function fingerprintOf(
  formKey: string | undefined,
  application: Application,
  secret: Buffer,
): Fingerprint {
  const hash = (...parts: readonly string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
  const address = application.emailaddress.toLowerCase();
  const answers = Object.entries(application.answers).sort(([a], [b]) => (a < b ? -1 : 1));
  const fields = Object.entries({ ...application, emailaddress: address, answers: '' })
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flat();
  return {
    key: formKey && formKeyPattern.test(formKey) ? hash('key', formKey) : null,
    content: hash('content', ...fields, ...answers.flat()),
    person: hash('person', address, application.joblistingid),
  };
}
