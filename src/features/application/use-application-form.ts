import {
  type FormEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { texts } from '#language';
import { submissionHref } from '#src/addresses.ts';
import {
  type CompanyApplication,
  companyApplications,
  noteApplication,
} from '#src/browser/application-records.ts';
import { useRestoredPage } from '#src/browser/page-events.ts';
import { type SubmissionStatus, submissionStatus } from '#src/browser/submission-status.ts';
import type { EditorHandle } from '#src/components/editor/rich-text-editor.client.tsx';
import { useForm } from '#src/components/form/use-form.ts';
import { normalizeApplication, validateApplication } from '#src/domain/rules/forms/application.ts';
import { type PostedForm, spamCheckFields } from '#src/domain/rules/forms/spam-check.ts';
import { findSentAction, forgetAction, resumeSentAction, submitAction } from './actions.ts';
import {
  applicationView,
  type ExpectedApplication,
  reduceBrowserApplication,
} from './application-state.ts';
import {
  type ApplicationResult,
  defaultValues,
  type FormOpening,
  formNames,
  readDraftValues,
  readValues,
  seenQuestions,
  toApplication,
} from './form-values.ts';
import { changedQuestions, errorsOf, labelOf } from './messages.ts';
import { useDependentFields } from './use-dependent-fields.ts';
import { useDraft } from './use-draft.ts';

export function useApplicationForm(
  posted: PostedForm<ApplicationResult> | undefined,
  opening: FormOpening,
  referrer: string | undefined,
) {
  const [questions, setQuestions] = useState(opening.questions);
  /** The site asks the visitor to check an answer of a draft to a question that is not among these. */
  const [seen, setSeen] = useState(opening.questions);
  const editor = useRef<EditorHandle>(null);
  const [companyApplication, setCompanyApplication] = useState<CompanyApplication>();
  const [known, dispatch] = useReducer(reduceBrowserApplication, { kind: 'unknown' });

  /** A script reads the application of the upload ticket, because the cached page is the same for every visitor. */
  async function readStatus(expected?: ExpectedApplication): Promise<SubmissionStatus | undefined> {
    const status = await submissionStatus(submissionHref(opening.id)).catch(
      () => 'no-answer' as const,
    );
    if (status === 'no-answer') return undefined;
    dispatch({ type: 'status-read', status, expected });
    if (status) noteApplication(opening.company_id, status);
    return status;
  }

  const { form, fill, formProps, ...state } = useForm<ApplicationResult>({
    posted,
    emptyResult: { status: 'idle' },
    hasDraft: true,
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
        void readStatus({ applicantId, request: () => submitAction(data) });
      }
      // The application of another tab may be the reason.
      if (result.status === 'refused') {
        await readStatus();
        setCompanyApplication(companyApplications.read(opening.company_id));
      }
      const changed = changedQuestions(result);
      if (changed) {
        setQuestions(changed);
        setSeen(changed);
      }
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

  const dependent = useDependentFields(form);
  const initial = useMemo(() => defaultValues(opening, referrer), [opening, referrer]);
  const draft = useDraft({
    openingId: opening.id,
    initial,
    read: () => (form.current ? readDraftValues(new FormData(form.current)) : undefined),
    fill({ cover_letter, ...fields }) {
      if (cover_letter !== undefined)
        editor.current?.setValue(cover_letter, fields[formNames.letterFormat]);
      dependent.beforeFill(fields);
      setSeen((before) => seenQuestions(fields, before));
      fill(fields);
    },
    async onRemovedElsewhere() {
      const before = known.kind === 'kept' ? known.status.applicantId : undefined;
      const found = await readStatus();
      if (found && found.applicantId !== before) dispatch({ type: 'chosen' });
    },
    findSent: ({ key, values }) =>
      findSentAction({
        key,
        emailaddress: values.emailaddress ?? '',
        joblistingid: opening.id,
      }).catch(() => undefined),
  });

  const readOnOpening = useEffectEvent(readStatus);
  const keepEarlyInput = useEffectEvent(() => draft.keepEarlyInput());
  useEffect(() => {
    setCompanyApplication(companyApplications.read(opening.company_id));
    void readOnOpening().then((found) => {
      if (!found || found.isWithdrawn) keepEarlyInput();
    });
  }, [opening.company_id]);
  useRestoredPage(() => void readStatus());

  function onInput(event: FormEvent): void {
    formProps.onInput(event);
    const { name, value } = event.target as HTMLInputElement;
    dependent.onInput(name, value);
    if (name && name !== spamCheckFields.honeypot) draft.enter(name);
  }

  async function resumeSent(emailaddress: string): Promise<string | undefined> {
    const sent = { key: draft.sent?.key ?? '', emailaddress, joblistingid: opening.id };
    const resumed = await resumeSentAction(sent).catch(() => undefined);
    if (!resumed) return texts().form.messages.processingFailed;
    if ('message' in resumed) return resumed.message;
    const { applicantId } = resumed;
    const found = await readStatus({ applicantId, request: () => resumeSentAction(sent) });
    if (found) draft.receiveTicket();
    dispatch({ type: 'chosen' });
    // The visitor sees this only if the site did not answer.
    return found ? undefined : texts().form.messages.processingFailed;
  }

  const { result } = state;
  return {
    ...state,
    watched: dependent.watched,
    questions,
    seen,
    openingChanged: changedQuestions(result) !== undefined && state.phase === 'answered',
    values: result.values ?? initial,
    view: applicationView(known, result, draft.inUse || draft.offer !== undefined),
    companyApplication:
      companyApplication?.joblistingid === opening.id && known.kind !== 'none'
        ? undefined
        : companyApplication,
    showEarlier() {
      draft.pause();
      dispatch({ type: 'chosen' });
    },
    async requestTicket() {
      if (known.kind !== 'blocked') return;
      await known.expected.request().catch(() => undefined);
      await readStatus(known.expected);
    },
    resumeSent,
    draft,
    editor,
    forget: () => draft.forget(forgetAction),
    formProps: { ...formProps, onInput },
  };
}
