import type { Draft, SentRecord } from '#src/browser/application-records.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import {
  fieldsOf,
  formNames,
  isOtherPerson,
  isWorthKeeping,
  pickFields,
  showsValues,
} from './form-values.ts';

export interface DraftOffer {
  readonly draft: Draft;
  readonly from: 'earlier' | 'tab';
}

/** The part of a draft that the page shows. The object stays the same until something in it changes. */
export interface DraftView {
  readonly offer?: DraftOffer | undefined;
  readonly sent?: SentRecord | undefined;
  /** The page put the draft back after a reload, or the visitor restored or discarded it. */
  readonly outcome?: 'restored' | 'discarded' | undefined;
  readonly inUse: boolean;
  readonly blocked: boolean;
}

export interface DraftState {
  /** In `put-back` the form shows what the tab showed before a reload. After `closed` nothing more is stored. */
  readonly phase: 'unopened' | 'empty' | 'put-back' | 'entered' | 'closed';
  /** Storing is `due`, or was `done`. */
  readonly saving: 'nothing' | 'due' | 'done';
  readonly tab: string;
  readonly key: string;
  readonly initial: FormValues;
  /** The newest draft's values when the page opened: after Back the browser shows them by itself. */
  readonly known: FormValues;
  /** The names of the controls whose values were entered, restored or put back. */
  readonly touched: readonly string[];
  /** The ids of the drafts that were restored or discarded here, or that the form shows. */
  readonly decided: readonly string[];
  readonly view: DraftView;
}

export interface Snapshot {
  /** The form's values; undefined while the form is not rendered. */
  readonly form: FormValues | undefined;
  /** The stored drafts of the opening, the newest first. */
  readonly drafts: readonly Draft[];
  readonly now: number;
  /** A random key, which the form uses if it becomes another application. */
  readonly newKey: string;
}

export type DraftEvent =
  /** After a reload `tab` has a draft. */
  | {
      readonly type: 'opened';
      readonly tab: string;
      readonly initial: FormValues;
      readonly sent: SentRecord | undefined;
    }
  | { readonly type: 'entered'; readonly name: string }
  /** `entered-before-script` is about what the form shows. In `paused` the visitor may leave the page. */
  | { readonly type: 'entered-before-script' | 'paused' | 'submitted' | 'not-stored' }
  | { readonly type: 'restored' | 'discarded' | 'accepted' | 'forgotten' }
  /** Another tab replaced the stored drafts in `before` by `drafts`. */
  | {
      readonly type: 'changed-elsewhere';
      readonly before: readonly Draft[];
      readonly drafts: readonly Draft[];
    }
  /** The site has accepted the application of a stored draft. */
  | { readonly type: 'found-accepted'; readonly draft: Draft; readonly appliedOn: string }
  /** The browser has received the upload ticket of that application. */
  | { readonly type: 'ticket-received' };

export interface DraftChange {
  readonly state: DraftState;
  /** `useDraft` stores these drafts in place of those of the page. */
  readonly store?: readonly Draft[];
  readonly fill?: FormValues;
  readonly record?: SentRecord;
  /** Whether another tab submitted or discarded what this form shows. */
  readonly removedElsewhere?: boolean;
}

export const unopenedDraft: DraftState = {
  phase: 'unopened',
  saving: 'nothing',
  tab: '',
  key: '',
  initial: {},
  known: {},
  touched: [],
  decided: [],
  view: { inUse: false, blocked: false },
};

/** A form and its draft in one tab have these states (decision 009). `page` reads the page and the stored drafts. */
export function reduceDraft(
  state: DraftState,
  event: DraftEvent,
  page: () => Snapshot,
): DraftChange {
  if (event.type === 'forgotten') return { state: close(state), fill: state.initial };
  if (state.phase === 'closed' || (state.phase === 'unopened' && event.type !== 'opened'))
    return { state };
  switch (event.type) {
    case 'opened':
      return open(state, event, page());
    case 'entered':
      return { state: enter(state, [event.name]) };
    case 'entered-before-script': {
      const now = page();
      const { form = {} } = now;
      const { initial, known, touched } = state;
      const names = fieldsOf(form).filter(
        (name) =>
          form[name] !== initial[name] && form[name] !== known[name] && !touched.includes(name),
      );
      if (names.length === 0 || !isWorthKeeping(form, initial)) return { state };
      return store(enter(state, names), now);
    }
    case 'paused':
      return state.saving === 'due' ? store(state, page()) : { state };
    case 'submitted':
      return state.saving === 'due' || state.touched.length > 0 ? store(state, page()) : { state };
    case 'not-stored':
      return { state: show({ ...state, saving: 'due' }, { blocked: true }) };
    case 'changed-elsewhere':
      return changeElsewhere(state, event, page());
    case 'restored':
      return restore(state, page());
    case 'discarded': {
      const now = page();
      // The next input may come from another person.
      const discarded = show(state, { outcome: 'discarded' });
      const decided = decide(state, { ...discarded, key: now.newKey });
      const { state: stored, ...change } = store(decided, now);
      return { state: offerNext(stored, now, 'earlier'), ...change };
    }
    case 'found-accepted':
      return removeAccepted(state, event, page());
    case 'ticket-received':
      return { state: show(state, { sent: undefined }) };
    case 'accepted': {
      // The drafts of the person whose application was accepted are removed.
      const { form = {}, drafts } = page();
      const remaining = undecided(state, drafts).filter(
        ({ values }) => !values.emailaddress || isOtherPerson(form, values, state.touched),
      );
      return { state: close(state), store: remaining };
    }
  }
}

function open(
  state: DraftState,
  { tab, initial, sent }: Extract<DraftEvent, { type: 'opened' }>,
  page: Snapshot,
): DraftChange {
  const { form = {}, drafts, newKey } = page;
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
  const fill = pickFields(values, [...putBack, ...(asHtml ? ['cover_letter'] : [])]);
  const opened: DraftState = {
    ...state,
    phase: own ? 'put-back' : 'empty',
    saving: own ? 'done' : 'nothing',
    tab,
    key,
    initial,
    known: values,
    touched: putBack,
  };
  const shown = show(opened, {
    sent,
    outcome: own && 'restored',
    inUse: putBack.length > 0,
  });
  const filled = { drafts, form: page.form && { ...form, ...fill } };
  return {
    state: offerNext(shown, filled, 'earlier'),
    ...(Object.keys(fill).length > 0 && { fill }),
  };
}

function changeElsewhere(
  state: DraftState,
  { before, drafts }: Extract<DraftEvent, { type: 'changed-elsewhere' }>,
  { form, newKey }: Snapshot,
): DraftChange {
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
  const changed = { ...state, key, saving } as const;
  return { state: offerNext(changed, { form, drafts }, 'tab'), removedElsewhere };
}

function restore(state: DraftState, { form = {}, drafts }: Snapshot): DraftChange {
  const { offer } = state.view;
  if (!offer) return { state };
  const { values } = offer.draft;
  const names = fieldsOf(values).filter((name) => !state.touched.includes(name));
  const fill = pickFields(values, names);
  const changed = names.filter((name) => form[name] !== undefined && form[name] !== fill[name]);
  const restored = decide(state, show(enter(state, changed), { outcome: 'restored' }));
  const filled = { drafts, form: { ...form, ...fill } };
  return { state: offerNext(restored, filled, 'earlier'), fill };
}

function removeAccepted(
  state: DraftState,
  { draft, appliedOn }: Extract<DraftEvent, { type: 'found-accepted' }>,
  { drafts, form, now, newKey }: Snapshot,
): DraftChange {
  const isPutBack = draft.tab === state.tab && state.phase === 'put-back';
  // Somebody writes in this form: the site decides by the email address whose application it is.
  if (state.touched.length > 0 && !isPutBack) return { state };
  const fill = isPutBack ? state.initial : undefined;
  const reset = { phase: 'empty', saving: 'nothing', touched: [] } as const;
  const renewed = { ...state, key: newKey, ...(isPutBack && reset) };
  const shown = isPutBack ? show(renewed, { outcome: undefined, inUse: false }) : renewed;
  const remaining = drafts.filter((each) => idOf(each) !== idOf(draft));
  // Another tab has removed the draft already.
  if (remaining.length === drafts.length) return { state: shown, ...(fill && { fill }) };
  const record = { key: draft.key, appliedOn, savedAt: now };
  const snapshot = { form: fill ?? form, drafts: remaining };
  return {
    state: offerNext(show(shown, { sent: record }), snapshot, 'earlier'),
    store: remaining,
    record,
    ...(fill && { fill }),
  };
}

function enter(state: DraftState, names: readonly string[]): DraftState {
  const added = names.filter((name) => !state.touched.includes(name));
  if (added.length === 0 && state.phase === 'entered' && state.saving === 'due') return state;
  const touched = [...state.touched, ...added];
  return show({ ...state, phase: 'entered', saving: 'due', touched }, { inUse: true });
}

function store(state: DraftState, { form, drafts, now }: Snapshot): DraftChange {
  if (!form) return { state };
  const { key, tab } = state;
  const isKept = isWorthKeeping(form, state.initial);
  const own = isKept ? [{ key, tab, savedAt: now, values: form }] : [];
  const stored = show({ ...state, saving: isKept ? 'done' : 'nothing' }, { blocked: false });
  return { state: stored, store: [...own, ...undecided(state, drafts)] };
}

/** Offers the next draft that the visitor has not restored or discarded and that the form does not show. */
function offerNext(
  state: DraftState,
  { form, drafts }: Pick<Snapshot, 'form' | 'drafts'>,
  from: DraftOffer['from'],
): DraftState {
  const candidates = undecided(state, drafts);
  const draft = candidates.find(({ values }) => !showsValues(form, values));
  const skipped = draft ? candidates.slice(0, candidates.indexOf(draft)) : candidates;
  const decided = [...state.decided, ...skipped.map(idOf)];
  return show({ ...state, decided }, { offer: draft && { draft, from } });
}

const decide = ({ view: { offer } }: DraftState, after: DraftState): DraftState =>
  offer ? { ...after, decided: [...after.decided, idOf(offer.draft)] } : after;

const undecided = ({ tab, decided }: DraftState, drafts: readonly Draft[]): readonly Draft[] =>
  drafts.filter((draft) => draft.tab !== tab && !decided.includes(idOf(draft)));

const show = (state: DraftState, view: Partial<DraftView>): DraftState =>
  Object.entries(view).every(([name, value]) => state.view[name as keyof DraftView] === value)
    ? state
    : { ...state, view: { ...state.view, ...view } };

const close = (state: DraftState): DraftState =>
  show({ ...state, phase: 'closed' }, { offer: undefined, sent: undefined });

const idOf = ({ tab, savedAt }: Draft): string => `${tab} ${savedAt}`;
