import {
  type FormEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { captchaErrors } from '#src/components/captcha/captcha-slot.tsx';
import type { EditorHandle } from '#src/components/editor/rich-text-editor.client.tsx';
import type { ControlValues } from '#src/components/form/form-controls.ts';
import { useForm } from '#src/components/form/use-form.ts';
import { fieldMessages } from '#src/domain/model/issues.ts';
import { messages } from '#src/domain/model/messages.ts';
import {
  gradesFor,
  normalizeApplication,
  validateApplication,
} from '#src/domain/rules/application.ts';
import { documentOrder } from '#src/domain/rules/documents.ts';
import { spamCheckFields } from '#src/domain/rules/spam-check.ts';
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

const watch = ['education', 'grades', 'referrer'];

/** Removes a grade that does not belong to the new education. */
function adjust(values: ControlValues, changed: string): ControlValues {
  const { education = '', grades = '' } = values;
  const fits = changed !== 'education' || gradesFor(education).includes(grades);
  return fits ? values : { ...values, grades: '' };
}

/** The state and the handlers of the application form. */
export function useApplicationForm(
  initialResult: ApplicationResult,
  honeypotFilled: boolean | undefined,
  opening: FormOpening,
  referrer: string | undefined,
) {
  const [questions, setQuestions] = useState(opening.questions);
  const editor = useRef<EditorHandle>(null);
  const { earlier, check } = useEarlier(opening.id, () => draft.adopt());
  /** The accepted application whose ticket the browser did not keep. */
  const [unkept, setUnkept] = useState<{ applicantId: string; retry: () => Promise<unknown> }>();
  const [showEarlier, setShowEarlier] = useState(false);

  /** Detects blocked cookies after the response that sets the ticket. */
  async function checkTicket(applicantId: string, retry: () => Promise<unknown>): Promise<void> {
    const ticket = await submissionStatus(opening.id);
    if (ticket === undefined) return;
    setUnkept(ticket === 'none' ? { applicantId, retry } : undefined);
  }

  const { form, fill, formProps, ...state } = useForm<ApplicationResult>({
    initialResult,
    honeypotFilled,
    watch,
    adjust,
    validate(data) {
      const entered = toApplication(readValues(data, questions), { ...opening, questions });
      return {
        ...fieldMessages(validateApplication(normalizeApplication(entered, questions), questions)),
        ...captchaErrors(data),
      };
    },
    async send(data) {
      data.set(formNames.key, draft.submit());
      const result = await submitAction(data);
      if (result.status === 'accepted') {
        draft.accept();
        void checkTicket(result.applicantId, () => submitAction(data));
      }
      const changed = changedQuestions(result);
      if (changed) setQuestions(changed);
      return result;
    },
    failedResult: (data) => ({
      status: 'unanswered',
      values: readValues(data, questions),
      offline: !navigator.onLine,
    }),
    errorsOf,
    labelOf: (field, result) => labelOf(field, changedQuestions(result) ?? questions),
  });

  const initial = useMemo(() => defaultValues(opening, referrer), [opening, referrer]);
  const draft = useDraft({
    openingId: opening.id,
    initial,
    read: () => (form.current ? readValues(new FormData(form.current), questions) : undefined),
    fill({ cover_letter, ...fields }) {
      if (cover_letter !== undefined)
        editor.current?.setValue(cover_letter, fields[formNames.letterFormat]);
      fill(fields);
    },
    onRemovedElsewhere() {
      const before = earlier?.applicantId;
      void check().then((found) => {
        if (found && found.applicantId !== before) setShowEarlier(true);
      });
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
    const key = draft.sent?.key ?? '';
    const form = { key, emailaddress, joblistingid: opening.id };
    const resumed = await resumeSentAction(form).catch(() => undefined);
    if (!resumed) return messages.processingFailed;
    if ('message' in resumed) return resumed.message;
    await checkTicket(resumed.applicantId, () => resumeSentAction(form));
    if (await check()) draft.receiveTicket();
    setShowEarlier(true);
    return undefined;
  }

  async function requestTicket(): Promise<void> {
    if (!unkept) return;
    await unkept.retry().catch(() => undefined);
    await checkTicket(unkept.applicantId, unkept.retry);
    await check();
  }

  const { result } = state;
  const accepted = result.status === 'accepted' ? result : undefined;
  // Somebody's input is not hidden by an application that was sent from this browser before.
  const isOpen = draft.inUse || draft.offer !== undefined;
  return {
    ...state,
    questions,
    openingChanged: changedQuestions(result) !== undefined && !state.outdated,
    values: 'values' in result ? (result.values ?? {}) : initial,
    accepted: accepted
      ? { ...accepted, complete: accepted.received?.length === documentOrder.length }
      : (unkept ?? (isOpen && !showEarlier ? undefined : earlier)),
    /** An application of this browser that the open form hides. */
    earlier,
    showEarlier: () => setShowEarlier(true),
    /** Whether it was accepted in this page, now. */
    acceptedNow: accepted?.values !== undefined,
    /** Set if the browser blocks cookies: requests the ticket again. */
    requestTicket: unkept && requestTicket,
    resumeSent,
    draft,
    editor,
    forget: () => draft.forget(() => forgetAction().catch(() => undefined)),
    formProps: { ...formProps, onInput },
  };
}

/** What the page shows of an application that was accepted before. */
export interface EarlierApplication {
  readonly applicantId: string;
  /** As text. */
  readonly appliedOn: string;
  readonly complete: boolean;
}

/**
 * The application of this browser's upload ticket for an opening; 'none' without one, undefined if the site
 * did not respond.
 */
async function submissionStatus(
  openingId: string,
): Promise<EarlierApplication | 'none' | undefined> {
  const response = await fetch(`/api/submission?joblistingid=${encodeURIComponent(openingId)}`, {
    headers: { accept: 'application/json' },
  }).catch(() => undefined);
  if (response?.status === 204) return 'none';
  if (response?.status !== 200) return undefined;
  const body: unknown = await response.json().catch(() => undefined);
  const submission = body as
    | { joblistingid?: string; applicant_id?: string; applied_on?: string; complete?: boolean }
    | undefined;
  if (submission?.joblistingid !== openingId) return undefined;
  const { applicant_id = '', applied_on = '', complete = false } = submission;
  return { applicantId: applicant_id, appliedOn: applied_on, complete };
}

/**
 * The application that this browser has an upload ticket for: from an earlier visit, another tab, or a
 * submission before hydration. The script requests it, because the cached page is the same for every
 * visitor. `onNone` is called once, if there is none.
 */
function useEarlier(openingId: string, onNone: () => void) {
  const [earlier, setEarlier] = useState<EarlierApplication>();
  const check = useCallback(async () => {
    const status = await submissionStatus(openingId);
    const found = typeof status === 'object' ? status : undefined;
    if (status !== undefined) setEarlier(found);
    return found;
  }, [openingId]);
  const afterFirstCheck = useEffectEvent((found: EarlierApplication | undefined) => {
    if (!found) onNone();
  });

  useEffect(() => {
    void check().then(afterFirstCheck);
    // The browser may restore this page from its back/forward cache.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && void check();
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [check]);

  return { earlier, check };
}
