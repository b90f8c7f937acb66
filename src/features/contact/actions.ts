'use server';

import type { Issue } from '#src/domain/model/issue.ts';
import { sentences } from '#src/domain/model/sentences.ts';
import { validateContactMessage } from '#src/domain/rules/contact.ts';
import { HostError, RefusedError } from '#src/http/errors.ts';
import { siteClient } from '#src/site/client.ts';
import { log } from '#src/site/log.ts';
import { takeTurn } from '#src/site/turns.ts';
import { type ContactValues, contactMessageOf, readContactForm } from './contact-message.ts';

/** What became of the form; `values` are as typed, so that nothing is lost when it was not sent. */
export type ContactState =
  | { readonly status: 'new' }
  | {
      readonly status: 'invalid';
      readonly values: ContactValues;
      readonly issues: readonly Issue[];
    }
  | {
      readonly status: 'failed';
      readonly values: ContactValues;
      /** The host's own message, or the specification's where it gave none (section 7). */
      readonly message: string;
      /** True where the answer was lost: sending again could deliver it twice. */
      readonly mayHaveArrived: boolean;
    }
  | { readonly status: 'sent' };

/** Sends a contact message (sections 4, 5 and 7). Never rejects. */
export async function sendContact(_before: ContactState, form: FormData): Promise<ContactState> {
  const values = readContactForm(form);
  const message = contactMessageOf(values);
  const issues = validateContactMessage(message);
  if (issues.length > 0) return { status: 'invalid', values, issues };
  const wait = await takeTurn('contact');
  if (wait) return { status: 'failed', values, message: wait.sentence, mayHaveArrived: false };
  try {
    await siteClient().sendContactMessage(message);
    return { status: 'sent' };
  } catch (err) {
    log().warn({ event: 'contact-failed', err });
    return {
      status: 'failed',
      values,
      message: err instanceof RefusedError ? err.message : sentences.unspecified,
      mayHaveArrived: !(err instanceof HostError) || err.mayHaveArrived,
    };
  }
}
