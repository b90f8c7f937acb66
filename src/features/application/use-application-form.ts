import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { submissionHref } from '#src/addresses.ts';
import {
  type CompanyApplication,
  companyApplications,
  type Draft,
  draftTab,
  keptApplication,
  noteApplication,
  randomKey,
  removeUnusableRecords,
  storedDrafts,
  tabOf,
} from '#src/browser/application-records.ts';
import { wasOpenedBeforeForgotten } from '#src/browser/forgotten.ts';
import { useLanguageChange } from '#src/browser/language-change.ts';
import {
  navigationType,
  useRestoredPage,
  useStored,
  useWindowEvent,
} from '#src/browser/page-events.ts';
import { forgottenHere } from '#src/browser/storage.ts';
import { submissionStatus } from '#src/browser/submission-status.ts';
import type { EditorHandle } from '#src/components/editor/rich-text-editor.client.tsx';
import { readControls } from '#src/components/form/form-controls.ts';
import { useForm } from '#src/components/form/use-form.ts';
import type { ApplicationSettings } from '#src/domain/model/application-options.ts';
import { normalizeApplication, validateApplication } from '#src/domain/rules/forms/application.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import { spamCheckFields } from '#src/domain/rules/forms/spam-check.ts';
import { resumeSentAction } from './actions.ts';
import {
  type DraftEvent,
  type DraftOutcome,
  reduceDraft,
  type Snapshot,
  unopenedDraft,
} from './application-draft.ts';
import { applicationView, type KnownApplication, knownAfter } from './application-view.ts';
import {
  type ApplicationAnswer,
  defaultValues,
  type FormOpening,
  formNames,
  readValues,
  shownQuestions,
  toApplication,
  watchedAfter,
  watchedNames,
} from './form-values.ts';
import { hasApplied, labelOf, noAnswerText } from './messages.ts';

const saveAfterMs = 400;

/** Rejects if the site does not answer, or not with an answer to a form. */
async function postApplication(data: FormData, address: string): Promise<ApplicationAnswer> {
  const headers = { accept: 'application/json' };
  const response = await fetch(address, { method: 'POST', headers, body: data });
  const answer: Omit<ApplicationAnswer, 'httpStatus'> | null = await response.json();
  if (!answer?.result) throw new TypeError(`${address}: ${response.status}`);
  return { ...answer, httpStatus: response.status, values: readValues(data) };
}

/** Sends the events of the page to the reducer of the draft (`application-draft.ts`), and runs the effects that it returns. */
export function useApplicationForm(
  posted: ApplicationAnswer | undefined,
  opening: FormOpening,
  referrer: string | undefined,
  settings: ApplicationSettings,
) {
  const { id } = opening;
  const [store] = useState(() =>
    createStore(() => unopenedDraft(defaultValues(opening, referrer, settings))),
  );
  const draft = useStore(store);
  const [blocked, setBlocked] = useState(false);
  const { known, sent, ...sentBefore } = useSentApplications(opening);
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

  const { form, fill, formProps, ...kit } = useForm<ApplicationAnswer>({
    posted,
    validate(data) {
      const entered = toApplication(readValues(data), { ...opening, questions });
      const application = normalizeApplication(entered, questions, settings);
      return validateApplication(application, questions, settings);
    },
    async send(data, { action }) {
      dispatch({ type: 'paused' });
      data.set(formNames.key, store.getState().key);
      const answer = await postApplication(data, action);
      if (answer.questions) {
        setQuestions(answer.questions);
        setSeen(shownQuestions(answer.questions));
      }
      if (answer.accepted) {
        dispatch({ type: 'accepted' });
        void sentBefore.readNew();
      }
      // The application of another tab may be the reason.
      if (hasApplied(answer)) await sentBefore.read();
      return answer;
    },
    unanswered: noAnswerText,
    labelOf: (field, answer) => labelOf(field, answer?.questions ?? questions),
  });

  const readPage = (): Snapshot => ({
    form: form.current ? readValues(new FormData(form.current)) : undefined,
    drafts: storedDrafts.read(id) ?? [],
    kept: keptApplication.read(),
    now: Date.now(),
    newKey: randomKey(),
  });
  function dispatch(event: DraftEvent): void {
    const { state, fill: values, store: drafts } = reduceDraft(store.getState(), event, readPage);
    store.setState(state, true);
    if (values) show(values);
    if (drafts) setBlocked(!storedDrafts.write(drafts, id));
  }
  function show(values: FormValues): void {
    const { cover_letter, [formNames.questions]: shown, ...fields } = values;
    // A select needs the option of a value before it is filled in.
    flushSync(() => {
      setWatched((before) => watchedAfter(before, fields, settings));
      if (shown !== undefined) setSeen(shown);
    });
    if (cover_letter !== undefined)
      editor.current?.setValue(cover_letter, fields[formNames.letterFormat]);
    fill(fields);
  }
  /** Dispatches with the values of the newest render. */
  const dispatchLater = useEffectEvent(dispatch);
  /** Requests the ticket of an application whose response did not reach the browser. Returns whether the browser has it. */
  const resume = async ({ key, values }: Pick<Draft, 'key' | 'values'>): Promise<boolean> => {
    const { emailaddress = '' } = values;
    return (await resumeSentAction({ key, emailaddress, joblistingid: id })) && sentBefore.read();
  };
  /** A browser that blocks cookies keeps the draft, which leads to the same application when it is submitted again. */
  async function resumeSent(drafts: readonly Draft[]): Promise<void> {
    for (const each of drafts)
      if (await resume(each)) dispatchLater({ type: 'accepted', found: each.values });
  }

  const continues = useRef(false);
  useLanguageChange('application', {
    // The draft itself is in the other storage.
    read: () => (draft.phase === 'in-use' ? { tab: draft.tab } : {}),
    onArrival: () => {
      continues.current = true;
    },
  });
  const open = useEffectEvent(() => {
    const navigation = navigationType();
    // Without the storage, the page offers what the tab showed before a reload like any other draft.
    const tab = tabOf(id, continues.current || navigation === 'reload');
    draftTab.write(tab, id);
    removeUnusableRecords();
    if (form.current) setWatched(readControls(form.current, watchedNames));
    const drafts = storedDrafts.read(id) ?? [];
    // Firefox fills a text area again after a reload, although the editor that had replaced it was emptied.
    if (wasOpenedBeforeForgotten() || forgottenHere.read() !== undefined) show(draft.initial);
    dispatch({ type: 'opened', tab, isVisit: navigation === 'navigate' });
    void sentBefore.read();
    resumeSent(drafts).catch(() => undefined);
  });
  useEffect(() => open(), []);
  useRestoredPage(() => {
    // First, because a device that was forgotten has no name of this tab any more.
    draftTab.write(store.getState().tab, id);
    void sentBefore.read();
  });
  useStored(() => dispatch({ type: 'changed-elsewhere' }));
  useWindowEvent('storage', ({ key, oldValue, newValue }) => {
    if (key !== storedDrafts.name + id || store.getState().phase === 'closed') return;
    const hasOwn = (stored: string | null) =>
      storedDrafts.parse(stored)?.some(({ tab }) => tab === store.getState().tab);
    if (hasOwn(oldValue) && !hasOwn(newValue)) void sentBefore.read(true);
  });
  useWindowEvent('pagehide', () => dispatch({ type: 'paused' }));
  useWindowEvent('visibilitychange', () => dispatch({ type: 'paused' }));

  function onInput(event: FormEvent): void {
    formProps.onInput(event);
    const { name, value } = event.target as HTMLInputElement;
    if (!name || name === spamCheckFields.honeypot) return;
    if (watchedNames.includes(name))
      setWatched((before) => watchedAfter(before, { [name]: value }, settings));
    dispatch({ type: 'entered' });
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => dispatchLater({ type: 'paused' }), saveAfterMs);
  }

  const { result } = kit;
  const isInUse = draft.phase === 'in-use' || draft.offer?.tab !== undefined;
  return {
    ...kit,
    draft,
    blocked,
    questions,
    seen,
    watched,
    openingChanged: result?.questions !== undefined && kit.phase === 'answered',
    values: result?.values ?? draft.initial,
    view: applicationView(known, result, isInUse),
    // Until the site has answered, that to this opening may be the one that the page is going to show.
    sentToCompany: known.status === null || sent?.joblistingid !== id ? sent : undefined,
    showEarlier() {
      dispatch({ type: 'paused' });
      sentBefore.choose();
    },
    decide(outcome: DraftOutcome) {
      if (outcome === 'removed') keptApplication.remove();
      dispatch({ type: 'decided', outcome });
    },
    requestTicket: () =>
      void resume({ key: draft.key, values: result?.values ?? {} }).catch(() => undefined),
    forget: () => dispatch({ type: 'forgotten' }),
    editor,
    formProps: { ...formProps, onInput },
  };
}

/** What the page knows of applications that were sent before: to this opening (`known`), and to its company (`sent`). */
function useSentApplications({ id, company_id }: FormOpening) {
  const [known, setKnown] = useState<KnownApplication>({ isChosen: false });
  const [sent, setSent] = useState<CompanyApplication>();
  useStored(() => setSent(companyApplications.read(company_id)));
  /**
   * Returns whether the site has the application of the upload ticket. A script reads it, because the cached page is the
   * same for every visitor.
   */
  async function read(isOwn?: boolean): Promise<boolean> {
    const status = await submissionStatus(submissionHref(id)).catch(() => 'no-answer' as const);
    if (status === 'no-answer') return false;
    if (status) noteApplication(company_id, status);
    setKnown((before) => knownAfter(before, status, isOwn));
    return status !== undefined;
  }
  return {
    known,
    sent,
    read,
    /** The form was accepted just now. */
    readNew(): Promise<boolean> {
      setKnown({ isChosen: false });
      return read();
    },
    /** The visitor wants to see the application to this opening. */
    choose: () => setKnown((before) => ({ ...before, isChosen: true })),
  };
}
