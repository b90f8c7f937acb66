import { type FocusEvent, type FormEvent, useMemo, useState } from 'react';
import { fieldId } from '#src/components/form/field-id.ts';
import { firstIssuePerField, type Issue, issueMessage } from '#src/domain/model/issues.ts';
import { validateContactMessage } from '#src/domain/rules/contact.ts';
import { contactMessageOf, readContactForm } from './contact-message.ts';
import type { ContactState } from './contact-state.ts';
import { labelOf } from './labels.ts';

const none: readonly Issue[] = [];
const issuesIn = (form: HTMLFormElement) =>
  validateContactMessage(contactMessageOf(readContactForm(new FormData(form))));

/**
 * What is wrong with the form: the server's answer at first, then what script finds. Nothing is looked
 * at before the first submit; from then on those fields are looked at again that were wrong then.
 */
export function useContactErrors(state: ContactState) {
  const answered = state.status === 'invalid' ? state.issues : none;
  const [found, setFound] = useState({ of: state, now: answered, submitted: answered });
  const { now, submitted } = found.of === state ? found : { now: answered, submitted: answered };
  const byField = useMemo(() => firstIssuePerField(now), [now]);
  const wasWrong = (name: string) => submitted.some(({ field }) => field === name);

  return {
    errorOf(name: string): string | undefined {
      const issue = byField.get(name);
      return issue && issueMessage(issue);
    },
    /** As of the last submit: the summary takes focus with each new list. */
    summary: useMemo(
      () =>
        submitted.map((issue) => ({
          id: fieldId(issue.field),
          message: `${labelOf(issue.field)}: ${issueMessage(issue)}`,
        })),
      [submitted],
    ),
    /** Whether the form may be sent. */
    checkAll(event: FormEvent<HTMLFormElement>): boolean {
      const issues = issuesIn(event.currentTarget);
      setFound({ of: state, now: issues, submitted: issues });
      return issues.length === 0;
    },
    /**
     * On typing: an error that is mended goes at once. Had it to wait until the field is left, the page
     * would move under the click that sends the form, and the click would miss.
     */
    forgive(event: FormEvent<HTMLFormElement>): void {
      const { name } = event.target as HTMLInputElement;
      if (!byField.has(name)) return;
      if (issuesIn(event.currentTarget).some(({ field }) => field === name)) return;
      setFound({ of: state, now: now.filter(({ field }) => field !== name), submitted });
    },
    /** On leaving a field that was wrong: it may be wrong in another way by now. */
    checkAgain(event: FocusEvent<HTMLFormElement>): void {
      const { name } = event.target;
      if (!wasWrong(name)) return;
      const still = issuesIn(event.currentTarget).filter(({ field }) => field === name);
      const others = now.filter(({ field }) => field !== name);
      setFound({ of: state, now: [...others, ...still], submitted });
    },
  };
}
