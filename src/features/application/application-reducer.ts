import type { Draft } from '#src/browser/application-records.ts';
import type { SubmissionStatus } from '#src/browser/submission-status.ts';
import { gradesFor } from '#src/domain/rules/forms/application.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import type {
  ApplicationEvent,
  ApplicationFormState,
  BrowserApplication,
  Change,
  DraftOffer,
  ExpectedApplication,
  Snapshot,
} from './application-state.ts';
import {
  changedQuestions,
  fieldsOf,
  formNames,
  isOtherPerson,
  isWorthKeeping,
  pickFields,
  seenQuestions,
  showsValues,
} from './form-values.ts';

/** The grades depend on the education, and the name of the referrer on the referrer. */
export const watchedNames = ['education', 'grades', 'referrer'];

/** `page` reads the page and what the device stores. */
export function reduceApplication(
  before: ApplicationFormState,
  event: ApplicationEvent,
  page: () => Snapshot,
): Change {
  const { state, ...effects } = reduce(before, event, page);
  const { fill } = effects;
  if (!fill) return { state, ...effects };
  const seen = seenQuestions(fill, state.seen);
  const watched = { ...state.watched, ...pickFields(fill, watchedNames) };
  return { state: { ...state, seen, watched }, ...effects };
}

function reduce(
  state: ApplicationFormState,
  event: ApplicationEvent,
  page: () => Snapshot,
): Change {
  switch (event.type) {
    case 'opened':
      return open(state, event, page());
    case 'status-read':
      return readStatus(state, event, page);
    case 'chosen': {
      const { state: paused, ...effects } = pause(state, page);
      return { state: { ...paused, application: choose(paused.application) }, ...effects };
    }
    case 'answered':
      return answer(state, event, page);
    case 'forgotten':
      return { state: close(state), fill: state.initial };
    case 'entered': {
      const watched = watch(state, event);
      return isOpen(state)
        ? { state: enter(watched, [event.name]), storeSoon: true }
        : { state: watched };
    }
    case 'paused':
      return pause(state, page);
  }
  if (!isOpen(state)) return { state };
  switch (event.type) {
    case 'submitted':
      return state.saving === 'due' || state.touched.length > 0 ? store(state, page()) : { state };
    case 'not-stored':
      return { state: { ...state, saving: 'due', blocked: true } };
    case 'changed-elsewhere':
      return changeElsewhere(state, event, page());
    case 'restored':
      return restore(state, page());
    case 'discarded': {
      const now = page();
      // The next input may come from another person.
      const decided = { ...decide(state), outcome: event.type, key: now.newKey };
      const { state: stored, ...effects } = store(decided, now);
      return { state: offerNext(stored, now, 'earlier'), ...effects };
    }
    case 'found-accepted':
      return removeAccepted(state, event, page());
  }
}

type Of<Type extends ApplicationEvent['type']> = Extract<ApplicationEvent, { type: Type }>;

const isOpen = ({ phase }: ApplicationFormState): boolean =>
  phase !== 'unopened' && phase !== 'closed';

function open(
  state: ApplicationFormState,
  { tab, wasForgotten }: Of<'opened'>,
  page: Snapshot,
): Change {
  const { drafts, newKey, sent, watched, companyApplication } = page;
  const { initial } = state;
  const emptied = wasForgotten ? initial : {};
  const form: FormValues = { ...page.form, ...emptied };
  const own = drafts.find((draft) => draft.tab === tab);
  const newest = own ?? drafts[0];
  const { values = {}, key = newKey } = newest ?? {};
  // The values that the browser or a rejected form post shows are newer than the draft.
  const isUnchanged = (name: string) => form[name] !== undefined && form[name] === initial[name];
  const putBack = own
    ? fieldsOf(values).filter((name) => isUnchanged(name) && form[name] !== values[name])
    : [];
  // After Back the browser shows the editor's HTML in the text area.
  const asHtml = values[formNames.letterFormat] === 'html' && showsValues(form, values);
  const draftValues = pickFields(values, [...putBack, ...(asHtml ? ['cover_letter'] : [])]);
  const fill = { ...emptied, ...draftValues };
  const opened: ApplicationFormState = {
    ...state,
    phase: own ? 'put-back' : 'empty',
    saving: own ? 'done' : 'nothing',
    tab,
    key,
    known: values,
    touched: putBack,
    outcome: own && 'restored',
    sent,
    watched,
    companyApplication,
  };
  const filled = { drafts, form: page.form && { ...form, ...fill } };
  return {
    state: offerNext(opened, filled, 'earlier'),
    ...(Object.keys(fill).length > 0 && { fill }),
    findAccepted: drafts,
    readStatus: { reason: 'opened' },
  };
}

function readStatus(
  state: ApplicationFormState,
  { status, request }: Of<'status-read'>,
  page: () => Snapshot,
): Change {
  const found = status === 'no-answer' ? undefined : status;
  const { companyApplication } = page();
  const expected = 'expected' in request ? request.expected : undefined;
  const application =
    status === 'no-answer' ? state.application : applicationOf(state.application, status, expected);
  const read = { ...state, application, companyApplication };
  if (request.reason === 'opened' && (!found || found.isWithdrawn)) return keepEarly(read, page());
  if (!found) return { state: read };
  const chosen = { ...read, application: choose(application) };
  if (request.reason === 'resumed')
    return { state: { ...chosen, sent: undefined }, record: 'removed' };
  const isOther = request.reason === 'removed-elsewhere' && found.applicantId !== request.kept;
  return { state: isOther ? chosen : read };
}

function applicationOf(
  before: BrowserApplication,
  status: SubmissionStatus | undefined,
  expected: ExpectedApplication | undefined,
): BrowserApplication {
  if (status?.isWithdrawn) {
    const isExpected = expected !== undefined || before.kind === 'chosen';
    return { kind: 'withdrawn', status, isExpected };
  }
  const wasShown = before.kind === 'chosen' || before.kind === 'blocked';
  if (status) return { kind: wasShown ? 'chosen' : 'kept', status };
  if (expected) return { kind: 'blocked', expected };
  return before.kind === 'blocked' ? before : { kind: 'none' };
}

const choose = (application: BrowserApplication): BrowserApplication =>
  application.kind === 'kept' ? { ...application, kind: 'chosen' } : application;

function answer(
  state: ApplicationFormState,
  { result, request }: Of<'answered'>,
  page: () => Snapshot,
): Change {
  if (result.status === 'accepted') {
    const { applicantId } = result;
    const expected = { applicantId, request };
    const accepted = isOpen(state) ? accept(state, page()) : { state };
    return { ...accepted, readStatus: { reason: 'accepted', expected } };
  }
  const questions = changedQuestions(result);
  return { state: questions ? { ...state, questions, seen: questions } : state };
}

/** The drafts of the person whose application was accepted are removed. */
function accept(state: ApplicationFormState, { form = {}, drafts }: Snapshot): Change {
  const remaining = undecided(state, drafts).filter(
    ({ values }) => !values.emailaddress || isOtherPerson(form, values, state.touched),
  );
  return { state: close(state), store: remaining };
}

/** Stores the input from before the script had loaded, and the values that a rejected form post shows again. */
function keepEarly(state: ApplicationFormState, page: Snapshot): Change {
  const { form = {} } = page;
  const { initial, known, touched } = state;
  const names = fieldsOf(form).filter(
    (name) => form[name] !== initial[name] && form[name] !== known[name] && !touched.includes(name),
  );
  const isEntered = isOpen(state) && names.length > 0 && isWorthKeeping(form, initial);
  return isEntered ? store(enter(state, names), page) : { state };
}

function changeElsewhere(
  state: ApplicationFormState,
  { before, drafts }: Of<'changed-elsewhere'>,
  { form, newKey }: Snapshot,
): Change {
  const removed = before.filter(({ tab }) => drafts.every((draft) => draft.tab !== tab));
  const removedElsewhere = removed.some(
    ({ values }) => !form || !isOtherPerson(form, values, state.touched),
  );
  // The form may still show what another tab discarded; it is stored again when the visitor leaves the page.
  const isLost = state.saving === 'done' && drafts.every(({ tab }) => tab !== state.tab);
  const isElsewhere = drafts.some(({ values }) => showsValues(form, values));
  const isUntouched = state.touched.length === 0;
  const key =
    (isUntouched && drafts[0]?.key) ||
    (removed.length > 0 && !removedElsewhere ? newKey : state.key);
  const saving = isLost ? (isElsewhere ? 'nothing' : 'due') : state.saving;
  const { application } = state;
  const kept = application.kind === 'kept' ? application.status.applicantId : undefined;
  return {
    state: offerNext({ ...state, key, saving }, { form, drafts }, 'tab'),
    ...(removedElsewhere && { readStatus: { reason: 'removed-elsewhere', kept } }),
  };
}

function restore(state: ApplicationFormState, { form = {}, drafts }: Snapshot): Change {
  if (!state.offer) return { state };
  const { values } = state.offer.draft;
  const names = fieldsOf(values).filter((name) => !state.touched.includes(name));
  const fill = pickFields(values, names);
  const changed = names.filter((name) => form[name] !== undefined && form[name] !== fill[name]);
  const restored = { ...decide(enter(state, changed)), outcome: 'restored' } as const;
  const filled = { drafts, form: { ...form, ...fill } };
  return { state: offerNext(restored, filled, 'earlier'), fill, storeSoon: true };
}

function removeAccepted(
  state: ApplicationFormState,
  { draft, appliedOn }: Of<'found-accepted'>,
  { drafts, form, now, newKey }: Snapshot,
): Change {
  const isPutBack = draft.tab === state.tab && state.phase === 'put-back';
  // Somebody writes in this form: the site decides by the email address whose application it is.
  if (state.touched.length > 0 && !isPutBack) return { state };
  const renewed = { ...state, key: newKey };
  const emptied = { phase: 'empty', saving: 'nothing', touched: [], outcome: undefined } as const;
  const shown = isPutBack ? { ...renewed, ...emptied } : renewed;
  const fill = isPutBack && { fill: state.initial };
  const remaining = drafts.filter((each) => idOf(each) !== idOf(draft));
  // Another tab has removed the draft already.
  if (remaining.length === drafts.length) return { state: shown, ...fill };
  const record = { key: draft.key, appliedOn, savedAt: now };
  const snapshot = { form: isPutBack ? state.initial : form, drafts: remaining };
  return {
    state: offerNext({ ...shown, sent: record }, snapshot, 'earlier'),
    store: remaining,
    record,
    ...fill,
  };
}

function watch(state: ApplicationFormState, { name, value }: Of<'entered'>): ApplicationFormState {
  if (!watchedNames.includes(name)) return state;
  const watched = { ...state.watched, [name]: value };
  const { education = '', grades = '' } = watched;
  const isOffered = name !== 'education' || gradesFor(education).includes(grades);
  return { ...state, watched: isOffered ? watched : { ...watched, grades: '' } };
}

function enter(state: ApplicationFormState, names: readonly string[]): ApplicationFormState {
  const added = names.filter((name) => !state.touched.includes(name));
  if (added.length === 0 && state.phase === 'entered' && state.saving === 'due') return state;
  return { ...state, phase: 'entered', saving: 'due', touched: [...state.touched, ...added] };
}

const pause = (state: ApplicationFormState, page: () => Snapshot): Change =>
  isOpen(state) && state.saving === 'due' ? store(state, page()) : { state };

function store(state: ApplicationFormState, { form, drafts, now }: Snapshot): Change {
  if (!form) return { state };
  const { key, tab } = state;
  const isKept = isWorthKeeping(form, state.initial);
  const own = isKept ? [{ key, tab, savedAt: now, values: form }] : [];
  return {
    state: { ...state, saving: isKept ? 'done' : 'nothing', blocked: false },
    store: [...own, ...undecided(state, drafts)],
  };
}

/** Offers the next draft that the visitor has not restored or discarded and that the form does not show. */
function offerNext(
  state: ApplicationFormState,
  { form, drafts }: Pick<Snapshot, 'form' | 'drafts'>,
  from: DraftOffer['from'],
): ApplicationFormState {
  const candidates = undecided(state, drafts);
  const draft = candidates.find(({ values }) => !showsValues(form, values));
  const skipped = draft ? candidates.slice(0, candidates.indexOf(draft)) : candidates;
  const decided = [...state.decided, ...skipped.map(idOf)];
  return { ...state, decided, offer: draft && { draft, from } };
}

const decide = (state: ApplicationFormState): ApplicationFormState =>
  state.offer ? { ...state, decided: [...state.decided, idOf(state.offer.draft)] } : state;

const undecided = ({ tab, decided }: ApplicationFormState, drafts: readonly Draft[]) =>
  drafts.filter((draft) => draft.tab !== tab && !decided.includes(idOf(draft)));

const close = (state: ApplicationFormState): ApplicationFormState => ({
  ...state,
  phase: 'closed',
  offer: undefined,
  sent: undefined,
});

const idOf = ({ tab, savedAt }: Draft): string => `${tab} ${savedAt}`;
