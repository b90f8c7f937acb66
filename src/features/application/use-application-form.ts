import { type FormEvent, useMemo, useRef, useState } from 'react';
import type { EditorHandle } from '#src/components/editor/rich-text-editor.client.tsx';
import type { ControlValues } from '#src/components/form/form-controls.ts';
import { useForm } from '#src/components/form/use-form.ts';
import { messages } from '#src/domain/model/messages.ts';
import {
  gradesFor,
  normalizeApplication,
  validateApplication,
} from '#src/domain/rules/application.ts';
import { type PostedForm, spamCheckFields } from '#src/domain/rules/spam-check.ts';
import type { AcceptedApplication } from './accepted-context.ts';
import { findSentAction, forgetAction, resumeSentAction, submitAction } from './actions.ts';
import type { ApplicationResult } from './application-result.ts';
import {
  defaultValues,
  type FormOpening,
  formNames,
  readValues,
  toApplication,
} from './form-values.ts';
import { changedQuestions, errorsOf, labelOf } from './messages.ts';
import { useDraft } from './use-draft.ts';
import { type Ticket, useTicket } from './use-ticket.ts';

const watch = ['education', 'grades', 'referrer'];

/** Removes a grade that does not belong to the new education. */
function adjust(values: ControlValues, changed: string): ControlValues {
  const { education = '', grades = '' } = values;
  const isOffered = changed !== 'education' || gradesFor(education).includes(grades);
  return isOffered ? values : { ...values, grades: '' };
}

export function useApplicationForm(
  posted: PostedForm<ApplicationResult> | undefined,
  opening: FormOpening,
  referrer: string | undefined,
) {
  const [questions, setQuestions] = useState(opening.questions);
  const editor = useRef<EditorHandle>(null);
  const { ticket, checkTicket } = useTicket(opening.id, () => draft.keepEarlyInput());
  /** Whether the visitor chose to see the application of the ticket and not the form. */
  const [chosen, setChosen] = useState(false);

  const { form, fill, formProps, ...state } = useForm<ApplicationResult>({
    posted,
    emptyResult: { status: 'idle' },
    watch,
    adjust,
    validate(data) {
      const entered = toApplication(readValues(data), { ...opening, questions });
      return validateApplication(normalizeApplication(entered, questions), questions);
    },
    async send(data) {
      data.set(formNames.key, draft.store());
      const result = await submitAction(data);
      if (result.status === 'accepted') {
        draft.accept();
        const { applicantId } = result;
        void checkTicket({ applicantId, request: () => submitAction(data) });
      }
      const changed = changedQuestions(result);
      if (changed) setQuestions(changed);
      return result;
    },
    failedResult: (data) => ({
      status: 'unanswered',
      values: readValues(data),
      offline: !navigator.onLine,
    }),
    errorsOf,
    labelOf: (field, result) => labelOf(field, changedQuestions(result) ?? questions),
  });

  const initial = useMemo(() => defaultValues(opening, referrer), [opening, referrer]);
  const draft = useDraft({
    openingId: opening.id,
    initial,
    read: () => (form.current ? readValues(new FormData(form.current)) : undefined),
    fill({ cover_letter, ...fields }) {
      if (cover_letter !== undefined)
        editor.current?.setValue(cover_letter, fields[formNames.letterFormat]);
      fill(fields);
    },
    async onRemovedElsewhere() {
      const before = ticket.kind === 'kept' ? ticket.applicantId : undefined;
      const found = await checkTicket();
      if (found && found.applicantId !== before) setChosen(true);
    },
    findSent: ({ key, values }) =>
      findSentAction({
        key,
        emailaddress: values.emailaddress ?? '',
        joblistingid: opening.id,
      }).catch(() => undefined),
  });

  function onInput(event: FormEvent): void {
    formProps.onInput(event);
    const { name } = event.target as HTMLInputElement;
    if (name && name !== spamCheckFields.honeypot) draft.enter(name);
  }

  /** Returns a message if the email address is not that of the application. */
  async function resumeSent(emailaddress: string): Promise<string | undefined> {
    const sent = { key: draft.sent?.key ?? '', emailaddress, joblistingid: opening.id };
    const resumed = await resumeSentAction(sent).catch(() => undefined);
    if (!resumed) return messages.processingFailed;
    if ('message' in resumed) return resumed.message;
    const { applicantId } = resumed;
    const request = () => resumeSentAction(sent);
    const found = await checkTicket({ applicantId, request });
    if (found) draft.receiveTicket();
    setChosen(true);
    // The visitor sees this only if the site did not answer: with the ticket, or without cookies, the page shows the
    // application.
    return found ? undefined : messages.processingFailed;
  }

  async function requestTicket(): Promise<void> {
    if (ticket.kind !== 'blocked') return;
    await ticket.request().catch(() => undefined);
    await checkTicket(ticket);
  }

  const { result } = state;
  // An application that this browser sent before does not hide somebody's input.
  const isOpen = (draft.inUse || draft.offer !== undefined) && !chosen;
  return {
    ...state,
    questions,
    openingChanged: changedQuestions(result) !== undefined && state.phase === 'answered',
    values: result.values ?? initial,
    shown: shownApplication(result, ticket, isOpen, chosen),
    /** This browser sent an application that the open form hides. */
    earlier: ticket.kind === 'kept' ? ticket : undefined,
    /** The application of this browser was withdrawn: the site refuses another one of the same person. */
    withdrawn: ticket.kind === 'none' ? ticket.withdrawn : undefined,
    showEarlier() {
      draft.pause();
      setChosen(true);
    },
    /** Requests the ticket again; only defined if the browser blocks cookies. */
    requestTicket: ticket.kind === 'blocked' ? requestTicket : undefined,
    resumeSent,
    draft,
    editor,
    forget: () => draft.forget(forgetAction),
    formProps: { ...formProps, onInput },
  };
}

/** The page shows this application in place of the open form. */
export interface ShownApplication extends AcceptedApplication {
  /** Whether the site accepted it while this page was open. */
  readonly acceptedNow: boolean;
  /** Whether the visitor chose to see it in place of the form. */
  readonly chosen?: boolean;
  /** The day as text. */
  readonly appliedOn?: string | undefined;
}

function shownApplication(
  result: ApplicationResult,
  ticket: Ticket,
  isFormOpen: boolean,
  chosen: boolean,
): ShownApplication | undefined {
  if (result.status === 'accepted') {
    const { values, ...application } = result;
    return { acceptedNow: values !== undefined, ...application };
  }
  if (ticket.kind === 'blocked')
    return { acceptedNow: false, chosen, applicantId: ticket.applicantId };
  return ticket.kind === 'kept' && !isFormOpen
    ? { acceptedNow: false, chosen, ...ticket }
    : undefined;
}
