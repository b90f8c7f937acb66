import type { Draft } from '#src/browser/application-records.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import { personKey } from '#src/domain/rules/forms/person.ts';
import {
  fieldsOf,
  formNames,
  isWorthKeeping,
  keptFields,
  pickFields,
  showsValues,
} from './form-values.ts';

/** The form of an opening in one tab, and its draft (decision 009). */
export interface DraftState {
  /** After `closed` nothing more is stored. */
  readonly phase: 'unopened' | 'open' | 'closed';
  /** The name under which this tab stores its draft. */
  readonly tab: string;
  readonly key: string;
  readonly initial: FormValues;
  /** The names of the controls whose values were entered, restored or put back. */
  readonly touched: readonly string[];
  /** The draft of another tab or visit that the visitor can restore or discard. */
  readonly offer?: Draft | undefined;
  /**
   * The page put the draft back after a reload, or the visitor restored or discarded it, or used or removed what the device
   * keeps of a sent application.
   */
  readonly outcome?: 'restored' | 'discarded' | 'used' | 'removed' | undefined;
}

/** What the page shows and the device stores at the time of an event. */
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
  | {
      readonly type: 'opened';
      /** After a reload this tab has a draft. */
      readonly tab: string;
      /** Values that the page shows were entered before the script had loaded, not kept by the browser. */
      readonly isVisit: boolean;
      /** The device was forgotten since the browser kept what the form shows. */
      readonly wasForgotten: boolean;
    }
  | { readonly type: 'entered'; readonly name: string }
  /** In `paused` the visitor may leave the page. In `changed-elsewhere` another tab has stored drafts. */
  | { readonly type: 'paused' | 'changed-elsewhere' | 'restored' | 'discarded' | 'removed' }
  /** The values are those of an application that was sent. */
  | { readonly type: 'used'; readonly values: FormValues }
  /** The site has accepted the form. */
  | { readonly type: 'accepted' }
  /** The site had accepted the application of a stored draft before. */
  | { readonly type: 'found-accepted'; readonly draft: Draft }
  | { readonly type: 'forgotten' };

/** The state after an event, and what `useApplicationForm` does then. */
export interface Change {
  readonly state: DraftState;
  readonly fill?: FormValues;
  /** These drafts are stored in place of those of the opening. */
  readonly store?: readonly Draft[];
}

export const unopenedDraft = (initial: FormValues): DraftState => ({
  phase: 'unopened',
  tab: '',
  key: '',
  initial,
  touched: [],
});

export function reduceDraft(state: DraftState, event: DraftEvent, page: () => Snapshot): Change {
  if (event.type === 'opened') return open(state, event, page());
  if (event.type === 'forgotten') return { state: close(state), fill: state.initial };
  if (state.phase !== 'open') return { state };
  switch (event.type) {
    case 'entered':
      return { state: touch(state, [event.name]) };
    case 'paused':
      return save(state, page());
    case 'changed-elsewhere':
      return { state: offerNext(state, page()) };
    case 'restored':
      return restore(state, page());
    case 'used':
      return fillKept(state, event.values, page());
    case 'removed':
      return { state: { ...state, outcome: event.type } };
    case 'discarded': {
      const now = page();
      const drafts = now.drafts.filter((draft) => draft.tab !== state.offer?.tab);
      const next = offerNext({ ...state, outcome: event.type }, { ...now, drafts });
      return { state: next, store: [...ownDraft(state, now), ...drafts.filter(isOthers(state))] };
    }
    case 'accepted': {
      const { form = {}, drafts } = page();
      // The drafts of the person whose application was accepted are removed.
      const person = personOf(form);
      const remaining = drafts.filter(({ values }) => personOf(values) !== person);
      return { state: close(state), store: remaining.filter(isOthers(state)) };
    }
    case 'found-accepted':
      return removeAccepted(state, event.draft, page());
  }
}

function open(
  state: DraftState,
  { tab, isVisit, wasForgotten }: Extract<DraftEvent, { type: 'opened' }>,
  page: Snapshot,
): Change {
  const { drafts, newKey } = page;
  const { initial } = state;
  const emptied = wasForgotten ? initial : {};
  const form = page.form && { ...page.form, ...emptied };
  const stored = drafts.find((draft) => draft.tab === tab);
  // After Back the browser shows a draft by itself: it is this tab's from now on.
  const own = stored ?? drafts.find(({ values }) => form && showsValues(form, values));
  const values = own?.values ?? {};
  // The values that the browser or a rejected form post shows are newer than the draft.
  const isUnchanged = (name: string) => form?.[name] !== undefined && form[name] === initial[name];
  const putBack = fieldsOf(values).filter(
    (name) => isUnchanged(name) && form?.[name] !== values[name],
  );
  // After Back the browser shows the editor's HTML in the text area.
  const asHtml = values[formNames.letterFormat] === 'html' && showsValues(form, values);
  const draftValues = pickFields(values, [...putBack, ...(asHtml ? ['cover_letter'] : [])]);
  const fill = { ...emptied, ...draftValues };
  const filled = { ...page, form: form && { ...form, ...fill } };
  const isEntered = own !== undefined || isVisit;
  const opened: DraftState = {
    ...state,
    phase: 'open',
    tab,
    key: own?.key ?? newKey,
    outcome: stored && 'restored',
    touched: isEntered ? enteredNames(filled.form, initial) : [],
  };
  const kept = isEntered && !stored ? ownDraft(opened, filled) : [];
  return {
    state: offerNext(opened, filled),
    ...(Object.keys(fill).length > 0 && { fill }),
    ...(kept.length > 0 && { store: [...kept, ...drafts.filter((draft) => draft !== own)] }),
  };
}

/** Fills what the visitor has not entered. From now on the draft is this tab's, with its key. */
function restore(state: DraftState, page: Snapshot): Change {
  const { offer } = state;
  if (!offer) return { state };
  const names = fieldsOf(offer.values).filter((name) => !state.touched.includes(name));
  const drafts = page.drafts.filter((draft) => draft.tab !== offer.tab);
  const restored = { ...state, key: offer.key, outcome: 'restored' } as const;
  return fillIn(restored, pickFields(offer.values, names), { ...page, drafts });
}

/** Fills the fields that the visitor left as they were. A grade belongs to its education. */
function fillKept(state: DraftState, values: FormValues, page: Snapshot): Change {
  const isFree = (name: string) =>
    !state.touched.includes(name) &&
    !isWorthKeeping(pickFields(page.form ?? {}, [name]), state.initial);
  const pair = ['education', 'grades'];
  const names = keptFields.filter((name) =>
    pair.includes(name) ? pair.every(isFree) : isFree(name),
  );
  return fillIn({ ...state, outcome: 'used' }, pickFields(values, names), page);
}

function fillIn(state: DraftState, fill: FormValues, page: Snapshot): Change {
  const { form = {}, drafts } = page;
  const changed = fieldsOf(fill).filter(
    (name) => form[name] !== undefined && form[name] !== fill[name],
  );
  const next = touch(state, changed);
  const others = drafts.filter(isOthers(state));
  const filled = { ...page, form: { ...form, ...fill }, drafts: others };
  return { state: offerNext(next, filled), fill, store: [...ownDraft(next, filled), ...others] };
}

/** A form that shows the accepted application is emptied. Somebody else may write in it otherwise. */
function removeAccepted(state: DraftState, accepted: Draft, page: Snapshot): Change {
  const { form, newKey } = page;
  const drafts = page.drafts.filter(
    ({ tab, savedAt }) => tab !== accepted.tab || savedAt !== accepted.savedAt,
  );
  const isShown = form !== undefined && showsValues(form, accepted.values);
  const emptied = { key: newKey, touched: [], outcome: undefined };
  return {
    state: isShown
      ? offerNext({ ...state, ...emptied }, { form: state.initial, drafts })
      : offerNext(state, { form, drafts }),
    store: drafts,
    ...(isShown && { fill: state.initial }),
  };
}

/** Another tab may have discarded the draft that the form shows: then it is stored again. */
function save(state: DraftState, page: Snapshot): Change {
  const { form, drafts } = page;
  const stored = drafts.find(({ tab }) => tab === state.tab);
  const isStored = (stored ? [stored] : drafts).some(({ values }) => showsValues(form, values));
  const own = ownDraft(state, page);
  if (!form || isStored || (own.length === 0 && !stored)) return { state };
  return { state, store: [...own, ...drafts.filter(isOthers(state))] };
}

function ownDraft({ key, tab, initial }: DraftState, { form, now }: Snapshot): Draft[] {
  return form && isWorthKeeping(form, initial) ? [{ key, tab, savedAt: now, values: form }] : [];
}

/** A form with its initial values, such as a course that is preselected, has no entered names. */
const enteredNames = (form: FormValues | undefined, initial: FormValues): string[] =>
  form && isWorthKeeping(form, initial)
    ? fieldsOf(initial).filter((name) => form[name] !== initial[name])
    : [];

const personOf = ({ emailaddress = '' }: FormValues): string => personKey(emailaddress);

const isOthers =
  ({ tab }: DraftState) =>
  (draft: Draft): boolean =>
    draft.tab !== tab;

function touch(state: DraftState, names: readonly string[]): DraftState {
  const added = names.filter((name) => !state.touched.includes(name));
  return added.length === 0 ? state : { ...state, touched: [...state.touched, ...added] };
}

/** Offers the newest draft of another tab or visit that the form does not show. */
function offerNext(
  state: DraftState,
  { form, drafts }: Pick<Snapshot, 'form' | 'drafts'>,
): DraftState {
  const offer = drafts.filter(isOthers(state)).find(({ values }) => !showsValues(form, values));
  return { ...state, offer };
}

const close = (state: DraftState): DraftState => ({ ...state, phase: 'closed', offer: undefined });
