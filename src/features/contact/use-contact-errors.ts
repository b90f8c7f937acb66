import { type FocusEvent, type FormEvent, useMemo, useState } from 'react';
import { fieldId } from '#src/components/field/field-id.ts';
import type { Issue } from '#src/domain/model/issue.ts';
import { validateContactMessage } from '#src/domain/rules/contact.ts';
import { firstPerField, sentenceOf } from '#src/domain/rules/issues.ts';
import type { ContactState } from './actions.ts';
import { contactMessageOf, readContactForm } from './contact-message.ts';

const none: readonly Issue[] = [];
const issuesIn = (form: HTMLFormElement) =>
  validateContactMessage(contactMessageOf(readContactForm(new FormData(form))));

/**
 * What is wrong with the form: the server's answer at first, then what script finds. Nothing is looked
 * at before the first submit; from then on a field that was wrong is looked at again when it is left.
 */
export function useContactErrors(state: ContactState) {
  const answered = state.status === 'invalid' ? state.issues : none;
  const [found, setFound] = useState({ of: state, fields: answered, summary: answered });
  const { fields, summary } = found.of === state ? found : { fields: answered, summary: answered };
  const byField = useMemo(() => firstPerField(fields), [fields]);
  return {
    errorOf(name: string): string | undefined {
      const issue = byField.get(name);
      return issue && sentenceOf(issue);
    },
    /** As of the last submit: the summary takes focus with each new list. */
    summary: useMemo(
      () => summary.map((issue) => ({ id: fieldId(issue.field), message: sentenceOf(issue) })),
      [summary],
    ),
    /** Whether the form may be sent. */
    checkAll(event: FormEvent<HTMLFormElement>): boolean {
      const issues = issuesIn(event.currentTarget);
      setFound({ of: state, fields: issues, summary: issues });
      return issues.length === 0;
    },
    /**
     * On typing: an error that is mended goes at once. Had it to wait until the field is left, the page
     * would move under the click that sends the form.
     */
    forgive(event: FormEvent<HTMLFormElement>): void {
      const { name } = event.target as HTMLInputElement;
      if (!byField.has(name)) return;
      if (issuesIn(event.currentTarget).some(({ field }) => field === name)) return;
      setFound({ of: state, fields: fields.filter(({ field }) => field !== name), summary });
    },
    /** On leaving a field that is still wrong: it may be wrong in another way by now. */
    checkAgain(event: FocusEvent<HTMLFormElement>): void {
      if (!byField.has(event.target.name)) return;
      const now = issuesIn(event.currentTarget).filter(({ field }) => byField.has(field));
      setFound({ of: state, fields: now, summary });
    },
  };
}
