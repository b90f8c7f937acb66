import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { texts } from '#language';
import { submissionHref } from '#src/addresses.ts';
import {
  companyApplications,
  draftTab,
  noteApplication,
  randomKey,
  removePersonalRecords,
  removeUnusableRecords,
  sentApplications,
  storedDrafts,
  tabOf,
} from '#src/browser/application-records.ts';
import {
  announceForgotten,
  type ForgottenPhase,
  useForgotten,
  wasOpenedBeforeForgotten,
} from '#src/browser/forgotten.ts';
import { useLanguageChange } from '#src/browser/language-change.ts';
import { navigationType, useRestoredPage, useWindowEvent } from '#src/browser/page-events.ts';
import { forgottenHere } from '#src/browser/storage.ts';
import { type SubmissionStatus, submissionStatus } from '#src/browser/submission-status.ts';
import type { EditorHandle } from '#src/components/editor/rich-text-editor.client.tsx';
import { readControls } from '#src/components/form/form-controls.ts';
import { useForm } from '#src/components/form/use-form.ts';
import type { ApplicationSettings } from '#src/domain/model/options.ts';
import { normalizeApplication, validateApplication } from '#src/domain/rules/forms/application.ts';
import { type PostedForm, spamCheckFields } from '#src/domain/rules/forms/spam-check.ts';
import { findSentAction, forgetAction, resumeSentAction } from './actions.ts';
import { reduceApplication, watchedNames } from './application-reducer.ts';
import {
  type ApplicationEvent,
  applicationView,
  type Snapshot,
  type StatusRequest,
  unopenedApplication,
} from './application-state.ts';
import {
  type ApplicationResult,
  changedQuestions,
  defaultValues,
  type FormOpening,
  formNames,
  readDraftValues,
  readValues,
  toApplication,
} from './form-values.ts';
import { errorsOf, labelOf } from './messages.ts';

const saveAfterMs = 400;

/** Rejects if the site does not answer, or not with a result. */
async function postApplication(data: FormData, address: string): Promise<ApplicationResult> {
  const headers = { accept: 'application/json' };
  const response = await fetch(address, { method: 'POST', headers, body: data });
  const result: ApplicationResult | null = await response.json();
  if (!response.ok || !result?.status) throw new TypeError(`${address}: ${response.status}`);
  return result;
}

/** Sends the events of the page to the reducer (`application-state.ts`), and runs the effects that it returns. */
export function useApplicationForm(
  posted: PostedForm<ApplicationResult> | undefined,
  opening: FormOpening,
  referrer: string | undefined,
  settings: ApplicationSettings,
) {
  const { id, company_id } = opening;
  const [shown, setShown] = useState(() =>
    unopenedApplication(opening.questions, defaultValues(opening, referrer)),
  );
  /** The draft must be stored at once when the visitor leaves the page, without waiting for a render. */
  const state = useRef(shown);
  const timer = useRef<number>(undefined);
  const editor = useRef<EditorHandle>(null);

  const { form, fill, formProps, ...kit } = useForm<ApplicationResult>({
    posted,
    emptyResult: { status: 'idle' },
    validate(data) {
      const { questions } = state.current;
      const entered = toApplication(readValues(data), { ...opening, questions });
      const application = normalizeApplication(entered, questions, settings);
      return validateApplication(application, questions, settings);
    },
    async send(data, { action }) {
      dispatch({ type: 'submitted' });
      data.set(formNames.key, state.current.key);
      const request = () => postApplication(data, action);
      const result = await request();
      dispatch({ type: 'answered', result, request });
      // The application of another tab may be the reason.
      if (result.status === 'refused') await read({ reason: 'refused' });
      return result;
    },
    failedResult: (data) => ({
      status: 'unanswered',
      values: readValues(data),
      offline: !navigator.onLine,
    }),
    errorsOf,
    labelOf: (field, result) => labelOf(field, changedQuestions(result) ?? state.current.questions),
  });

  const readPage = (): Snapshot => ({
    form: form.current ? readDraftValues(new FormData(form.current)) : undefined,
    watched: form.current ? readControls(form.current, watchedNames) : undefined,
    drafts: storedDrafts.read(id) ?? [],
    sent: sentApplications.read(id),
    companyApplication: companyApplications.read(company_id),
    now: Date.now(),
    newKey: randomKey(),
  });
  function dispatch(event: ApplicationEvent): void {
    const { state: next, ...effects } = reduceApplication(state.current, event, readPage);
    const { fill: values, store, storeSoon, record, findAccepted = [], readStatus } = effects;
    state.current = next;
    // A select needs the option of a value before it is filled in.
    if (values) flushSync(() => setShown(next));
    else setShown(next);
    if (values) {
      const { cover_letter, ...fields } = values;
      if (cover_letter !== undefined)
        editor.current?.setValue(cover_letter, fields[formNames.letterFormat]);
      fill(fields);
    }
    if (record === 'removed') sentApplications.remove(id);
    else if (record) sentApplications.write(record, id);
    if (store && !storedDrafts.write(store, id)) dispatch({ type: 'not-stored' });
    if (storeSoon) {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => dispatchLater({ type: 'paused' }), saveAfterMs);
    }
    for (const draft of findAccepted) {
      const sent = {
        key: draft.key,
        emailaddress: draft.values.emailaddress ?? '',
        joblistingid: id,
      };
      findSentAction(sent).then(
        (appliedOn) => appliedOn && dispatchLater({ type: 'found-accepted', draft, appliedOn }),
        () => undefined,
      );
    }
    if (readStatus) void read(readStatus);
  }
  /** This uses the values of the newest render. */
  const dispatchLater = useEffectEvent(dispatch);
  /** A script reads the application of the upload ticket, because the cached page is the same for every visitor. */
  async function read(request: StatusRequest): Promise<SubmissionStatus | undefined> {
    const status = await submissionStatus(submissionHref(id)).catch(() => 'no-answer' as const);
    const found = status === 'no-answer' ? undefined : status;
    if (found) noteApplication(company_id, found);
    dispatchLater({ type: 'status-read', status, request });
    return found;
  }
  function clearDevice(phase: ForgottenPhase): void {
    dispatch({ type: 'forgotten' });
    removePersonalRecords();
    if (phase !== 'finished') return;
    forgottenHere.write('yes');
    window.location.reload();
  }

  const continues = useRef(false);
  useLanguageChange('application', {
    // The draft itself is in the other storage.
    read: () => (shown.touched.length > 0 ? { tab: shown.tab } : {}),
    onArrival: () => {
      continues.current = true;
    },
  });
  const keepTab = (tab: string) => draftTab.write([tab, id]);
  const open = useEffectEvent(() => {
    // Without the storage, the page offers what the tab showed before a reload like any other draft.
    const tab = tabOf(id, continues.current || navigationType() === 'reload');
    keepTab(tab);
    removeUnusableRecords();
    // Firefox fills a text area again after a reload, although the editor that had replaced it was emptied.
    dispatch({
      type: 'opened',
      tab,
      wasForgotten: forgottenHere.read() !== undefined || wasOpenedBeforeForgotten(),
    });
  });
  useEffect(() => open(), []);
  useRestoredPage(() => {
    // This comes first, because a device that was forgotten keeps no name of a tab.
    keepTab(state.current.tab);
    void read({ reason: 'shown-again' });
  });
  useForgotten(clearDevice);
  useWindowEvent('storage', ({ key, oldValue, newValue }) => {
    if (key !== storedDrafts.name + id) return;
    const before = storedDrafts.parse(oldValue) ?? [];
    const drafts = storedDrafts.parse(newValue) ?? [];
    dispatch({ type: 'changed-elsewhere', before, drafts });
  });
  useWindowEvent('pagehide', () => dispatch({ type: 'paused' }));
  useWindowEvent('visibilitychange', () => dispatch({ type: 'paused' }));

  function onInput(event: FormEvent): void {
    formProps.onInput(event);
    const { name, value } = event.target as HTMLInputElement;
    if (name && name !== spamCheckFields.honeypot) dispatch({ type: 'entered', name, value });
  }

  const { result } = kit;
  const { application, companyApplication } = shown;
  return {
    ...kit,
    state: shown,
    openingChanged: changedQuestions(result) !== undefined && kit.phase === 'answered',
    values: result.values ?? shown.initial,
    view: applicationView(shown, result),
    companyApplication:
      companyApplication?.joblistingid === id && application.kind !== 'none'
        ? undefined
        : companyApplication,
    showEarlier: () => dispatch({ type: 'chosen' }),
    decide: (type: 'restored' | 'discarded') => dispatch({ type }),
    async requestTicket() {
      if (application.kind !== 'blocked') return;
      const { expected } = application;
      await expected.request().catch(() => undefined);
      await read({ reason: 'accepted', expected });
    },
    async resumeSent(emailaddress: string): Promise<string | undefined> {
      const sent = { key: shown.sent?.key ?? '', emailaddress, joblistingid: id };
      const request = () => resumeSentAction(sent);
      const resumed = await request().catch(() => undefined);
      if (!resumed) return texts().form.messages.processingFailed;
      if ('message' in resumed) return resumed.message;
      const { applicantId } = resumed;
      const found = await read({ reason: 'resumed', expected: { applicantId, request } });
      // The visitor sees this only if the site did not answer.
      return found ? undefined : texts().form.messages.processingFailed;
    },
    /** Rejects like `forgetAction`, without a reload. */
    async forget() {
      announceForgotten('started');
      clearDevice('started');
      // The other tabs start again in any case: they have stored nothing since.
      await forgetAction().finally(() => announceForgotten('finished'));
      clearDevice('finished');
    },
    editor,
    formProps: { ...formProps, onInput },
  };
}
