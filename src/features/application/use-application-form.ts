import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { submissionHref } from '#src/addresses.ts';
import {
  type CompanyApplication,
  companyApplications,
  type Draft,
  draftTab,
  noteApplication,
  randomKey,
  removePersonalRecords,
  removeUnusableRecords,
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
import { forgottenHere, savedChanged } from '#src/browser/storage.ts';
import { submissionStatus } from '#src/browser/submission-status.ts';
import type { EditorHandle } from '#src/components/editor/rich-text-editor.client.tsx';
import { readControls } from '#src/components/form/form-controls.ts';
import { useForm } from '#src/components/form/use-form.ts';
import type { ApplicationSettings } from '#src/domain/model/options.ts';
import { normalizeApplication, validateApplication } from '#src/domain/rules/forms/application.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import { type PostedForm, spamCheckFields } from '#src/domain/rules/forms/spam-check.ts';
import { forgetAction, resumeSentAction } from './actions.ts';
import { type DraftEvent, reduceDraft, type Snapshot, unopenedDraft } from './application-draft.ts';
import {
  applicationView,
  type KnownApplication,
  knownAfter,
  type StatusReason,
} from './application-view.ts';
import {
  type ApplicationResult,
  changedQuestions,
  defaultValues,
  type FormOpening,
  formNames,
  readValues,
  shownQuestions,
  toApplication,
  watchedAfter,
  watchedNames,
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

/** Sends the events of the page to the reducer of the draft (`application-draft.ts`), and runs the effects that it returns. */
export function useApplicationForm(
  posted: PostedForm<ApplicationResult> | undefined,
  opening: FormOpening,
  referrer: string | undefined,
  settings: ApplicationSettings,
) {
  const { id, company_id } = opening;
  const [draft, setDraft] = useState(() =>
    unopenedDraft(defaultValues(opening, referrer, settings)),
  );
  /** The draft must be stored at once when the visitor leaves the page, without waiting for a render. */
  const state = useRef(draft);
  const [blocked, setBlocked] = useState(false);
  const [known, setKnown] = useState<KnownApplication>({ isBlocked: false, isChosen: false });
  const [companyApplication, setCompanyApplication] = useState<CompanyApplication>();
  const [questions, setQuestions] = useState(opening.questions);
  /** The questions of the answers. Those of a draft may have other texts, which the site asks the visitor to check. */
  const [seen, setSeen] = useState(shownQuestions(questions));
  /**
   * The values on which other fields depend. They are undefined in the first HTML, and read at hydration, because the
   * visitor may have filled the form before.
   */
  const [watched, setWatched] = useState<FormValues>();
  const timer = useRef<number>(undefined);
  const editor = useRef<EditorHandle>(null);

  const { form, fill, formProps, ...kit } = useForm<ApplicationResult>({
    posted,
    emptyResult: { status: 'idle' },
    validate(data) {
      const entered = toApplication(readValues(data), { ...opening, questions });
      const application = normalizeApplication(entered, questions, settings);
      return validateApplication(application, questions, settings);
    },
    async send(data, { action }) {
      dispatch({ type: 'paused' });
      data.set(formNames.key, state.current.key);
      const result = await postApplication(data, action);
      const changed = changedQuestions(result);
      if (changed) {
        setQuestions(changed);
        setSeen(shownQuestions(changed));
      }
      if (result.status === 'accepted') {
        dispatch({ type: 'accepted' });
        void read('accepted');
      }
      // The application of another tab may be the reason.
      if (result.status === 'refused') await read();
      return result;
    },
    failedResult: (data) => ({
      status: 'unanswered',
      values: readValues(data),
      offline: !navigator.onLine,
    }),
    errorsOf,
    labelOf: (field, result) => labelOf(field, changedQuestions(result) ?? questions, settings),
  });

  const readPage = (): Snapshot => ({
    form: form.current ? readValues(new FormData(form.current)) : undefined,
    drafts: storedDrafts.read(id) ?? [],
    now: Date.now(),
    newKey: randomKey(),
  });
  function dispatch(event: DraftEvent): void {
    const { state: next, fill: values, store } = reduceDraft(state.current, event, readPage);
    state.current = next;
    setDraft(next);
    if (values) show(values);
    if (store) setBlocked(!storedDrafts.write(store, id));
  }
  function show(values: FormValues): void {
    const { cover_letter, [formNames.questions]: texts, ...fields } = values;
    // A select needs the option of a value before it is filled in.
    flushSync(() => {
      setWatched((before) => watchedAfter(before, fields, settings));
      if (texts !== undefined) setSeen(texts);
    });
    if (cover_letter !== undefined)
      editor.current?.setValue(cover_letter, fields[formNames.letterFormat]);
    fill(fields);
  }
  /** This uses the values of the newest render. */
  const dispatchLater = useEffectEvent(dispatch);
  /** A script reads the application of the upload ticket, because the cached page is the same for every visitor. */
  async function read(reason?: StatusReason): Promise<boolean> {
    const status = await submissionStatus(submissionHref(id)).catch(() => 'no-answer' as const);
    if (status === 'no-answer') return false;
    if (status) noteApplication(company_id, status);
    setCompanyApplication(companyApplications.read(company_id));
    setKnown((before) => knownAfter(before, status ?? null, reason));
    return status !== undefined;
  }
  /** Returns whether the site has accepted such a form. */
  const requestTicket = (key: string, { emailaddress = '' }: FormValues): Promise<boolean> =>
    resumeSentAction({ key, emailaddress, joblistingid: id });
  /**
   * The response to an application did not reach the browser: its draft leads to it. A browser that blocks cookies keeps the
   * draft, which leads to the same application when it is submitted again.
   */
  async function resumeSent(stored: readonly Draft[]): Promise<void> {
    for (const each of stored)
      if ((await requestTicket(each.key, each.values)) && (await read()))
        dispatchLater({ type: 'found-accepted', draft: each });
  }
  function clearDevice(phase: ForgottenPhase): void {
    dispatch({ type: 'forgotten' });
    removePersonalRecords();
    window.dispatchEvent(new Event(savedChanged));
    if (phase !== 'finished') return;
    forgottenHere.write('yes');
    window.location.reload();
  }

  const continues = useRef(false);
  useLanguageChange('application', {
    // The draft itself is in the other storage.
    read: () => (draft.touched.length > 0 ? { tab: draft.tab } : {}),
    onArrival: () => {
      continues.current = true;
    },
  });
  const keepTab = (tab: string) => draftTab.write([tab, id]);
  const open = useEffectEvent(() => {
    const navigation = navigationType();
    // Without the storage, the page offers what the tab showed before a reload like any other draft.
    const tab = tabOf(id, continues.current || navigation === 'reload');
    keepTab(tab);
    removeUnusableRecords();
    setCompanyApplication(companyApplications.read(company_id));
    if (form.current) setWatched(readControls(form.current, watchedNames));
    const drafts = storedDrafts.read(id) ?? [];
    // Firefox fills a text area again after a reload, although the editor that had replaced it was emptied.
    const wasForgotten = forgottenHere.read() !== undefined || wasOpenedBeforeForgotten();
    dispatch({ type: 'opened', tab, isVisit: navigation === 'navigate', wasForgotten });
    void read();
    resumeSent(drafts).catch(() => undefined);
  });
  useEffect(() => open(), []);
  useRestoredPage(() => {
    // This comes first, because a device that was forgotten keeps no name of a tab.
    keepTab(state.current.tab);
    void read();
  });
  useForgotten(clearDevice);
  useWindowEvent('storage', ({ key, oldValue, newValue }) => {
    if (key !== storedDrafts.name + id || state.current.phase !== 'open') return;
    const isOwn = ({ tab }: Draft) => tab === state.current.tab;
    const hadDraft = storedDrafts.parse(oldValue)?.some(isOwn);
    if (hadDraft && !storedDrafts.parse(newValue)?.some(isOwn)) void read('removed-elsewhere');
    dispatch({ type: 'changed-elsewhere' });
  });
  useWindowEvent('pagehide', () => dispatch({ type: 'paused' }));
  useWindowEvent('visibilitychange', () => dispatch({ type: 'paused' }));

  function onInput(event: FormEvent): void {
    formProps.onInput(event);
    const { name, value } = event.target as HTMLInputElement;
    if (!name || name === spamCheckFields.honeypot) return;
    if (watchedNames.includes(name))
      setWatched((before) => watchedAfter(before, { [name]: value }, settings));
    dispatch({ type: 'entered', name });
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => dispatchLater({ type: 'paused' }), saveAfterMs);
  }

  const { result } = kit;
  const isInUse = draft.touched.length > 0 || draft.offer !== undefined;
  return {
    ...kit,
    draft,
    blocked,
    questions,
    seen,
    watched,
    openingChanged: changedQuestions(result) !== undefined && kit.phase === 'answered',
    values: result.values ?? draft.initial,
    view: applicationView(known, result, isInUse),
    companyApplication:
      companyApplication?.joblistingid === id && known.status !== null
        ? undefined
        : companyApplication,
    showEarlier() {
      dispatch({ type: 'paused' });
      setKnown((before) => ({ ...before, isChosen: true }));
    },
    dispatch,
    async requestTicket() {
      await requestTicket(draft.key, result.values ?? {}).catch(() => undefined);
      await read();
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
