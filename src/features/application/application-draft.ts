import type { Draft, KeptApplication } from '#src/browser/application-records.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import { personKey } from '#src/domain/rules/forms/person.ts';
import { fieldsOf, isWorthKeeping, pickFields, showsValues } from './form-values.ts';

/** The draft of another tab or visit, or what the device keeps of an application that was sent to a `company`. */
type Offer = Pick<Draft, 'savedAt' | 'values'> &
  Partial<Pick<Draft, 'tab' | 'key'> & Pick<KeptApplication, 'company'>>;

/** A draft was restored, by the visitor or after a reload, or discarded. What the device keeps was used or removed. */
export type DraftOutcome = 'restored' | 'discarded' | 'used' | 'removed';

/** The form of an opening in one tab, and its draft (decision 009). */
export interface DraftState {
  /**
   * Before the page has opened, after acceptance and after 'Forget me' nothing is stored: it is `closed`. A form is `in-use`
   * when it has values that were entered, restored or put back.
   */
  readonly phase: 'closed' | 'open' | 'in-use';
  /** The name under which this tab stores its draft. */
  readonly tab: string;
  readonly key: string;
  readonly initial: FormValues;
  readonly offer?: Offer | undefined;
  readonly outcome?: DraftOutcome | undefined;
}

/** The form and the stored drafts at the time of an event. */
export interface Snapshot {
  /** The form's values; undefined while the form is not rendered. */
  readonly form: FormValues | undefined;
  /** The stored drafts of the opening, the newest first. */
  readonly drafts: readonly Draft[];
  readonly kept?: KeptApplication | undefined;
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
    }
  /** In `paused` the visitor may leave the page. In `changed-elsewhere` another tab may have changed what is stored. */
  | { readonly type: 'entered' | 'paused' | 'changed-elsewhere' | 'forgotten' }
  | { readonly type: 'decided'; readonly outcome: DraftOutcome }
  /** The site has accepted the form or, before, the stored draft that was `found`. */
  | { readonly type: 'accepted'; readonly found?: FormValues };

/** The state after an event, and what `useDraft` does then. */
export interface Change {
  readonly state: DraftState;
  readonly fill?: FormValues;
  /** The drafts that replace those of the opening. */
  readonly store?: readonly Draft[];
}

export const unopenedDraft = (initial: FormValues): DraftState => ({
  phase: 'closed',
  tab: '',
  key: '',
  initial,
});

export function reduceDraft(state: DraftState, event: DraftEvent, page: () => Snapshot): Change {
  if (event.type === 'opened') return open(state, event, page());
  if (event.type === 'forgotten') return { state: close(state), fill: state.initial };
  if (state.phase === 'closed') return { state };
  switch (event.type) {
    case 'entered':
      return { state: state.phase === 'in-use' ? state : { ...state, phase: 'in-use' } };
    case 'paused':
      return save(state, page());
    case 'changed-elsewhere':
      return { state: offerNext(state, page()) };
    case 'decided':
      return state.offer ? decide(state, state.offer, event.outcome, page()) : { state };
    case 'accepted':
      return removeAccepted(state, event.found, page());
  }
}

function open(
  state: DraftState,
  { tab, isVisit }: Extract<DraftEvent, { type: 'opened' }>,
  page: Snapshot,
): Change {
  const { form, drafts, newKey } = page;
  const { initial } = state;
  const stored = drafts.find((draft) => draft.tab === tab);
  // After Back the browser shows a draft by itself: it is this tab's from now on.
  const own = stored ?? drafts.find(({ values }) => form && showsValues(form, values));
  const values = own?.values ?? {};
  // Other values that the browser or a rejected form post shows are newer than the draft. Equal ones are filled in too,
  // because after Back the browser shows the editor's HTML in the text area.
  const isFilled = (name: string) => [initial[name], values[name]].includes(form?.[name]);
  const fill = pickFields(values, fieldsOf(values).filter(isFilled));
  const filled = { ...page, form: form && { ...form, ...fill } };
  const key = own?.key ?? newKey;
  const entered = own || isVisit ? ownDraft({ ...state, tab, key }, filled) : [];
  const phase = entered.length > 0 ? 'in-use' : 'open';
  const opened = { ...state, phase, tab, key, outcome: stored && 'restored' } as const;
  return {
    state: offerNext(opened, filled),
    ...(own && { fill }),
    ...(phase === 'in-use' &&
      !stored && { store: [...entered, ...drafts.filter((draft) => draft !== own)] }),
  };
}

/**
 * A draft fills in what the visitor has not entered: from now on it is this tab's, with its key. What was sent before fills
 * in only fields that are as they were.
 */
function decide(state: DraftState, offer: Offer, outcome: DraftOutcome, page: Snapshot): Change {
  const { form = {} } = page;
  const drafts = page.drafts.filter(({ tab }) => tab !== offer.tab);
  const decided = { ...state, outcome };
  if (outcome === 'discarded' || outcome === 'removed')
    return { state: offerNext(decided, { ...page, drafts }), store: drafts };
  const isInitial = (name: string) => !isWorthKeeping(pickFields(form, [name]), state.initial);
  // A grade belongs to its education.
  const pair = ['education', 'grades'];
  const isFree = (name: string) =>
    outcome === 'restored'
      ? state.phase === 'open' || isInitial(name)
      : (pair.includes(name) ? pair : [name]).every(isInitial);
  const fill = pickFields(offer.values, fieldsOf(offer.values).filter(isFree));
  const next = { ...decided, phase: 'in-use', key: offer.key ?? state.key } as const;
  const others = othersOf(state, drafts);
  const filled = { ...page, form: { ...form, ...fill }, drafts: others };
  return { state: offerNext(next, filled), fill, store: [...ownDraft(next, filled), ...others] };
}

/** Removes the drafts of the person. A form that shows what was `found` is emptied: somebody else may write in it then. */
function removeAccepted(
  state: DraftState,
  found: FormValues | undefined,
  { form = {}, ...page }: Snapshot,
): Change {
  const person = personOf(found ?? form);
  const store = page.drafts.filter(({ values }) => personOf(values) !== person);
  if (!found) return { state: close(state), store };
  if (!showsValues(form, found))
    return { state: offerNext(state, { ...page, form, drafts: store }), store };
  const fill = state.initial;
  const emptied = { ...state, phase: 'open', key: page.newKey, outcome: undefined } as const;
  return { state: offerNext(emptied, { ...page, form: fill, drafts: store }), fill, store };
}

/** Another tab may have discarded the draft that the form shows: then it is stored again. */
function save(state: DraftState, page: Snapshot): Change {
  const { form, drafts } = page;
  const stored = drafts.find(({ tab }) => tab === state.tab);
  const isStored = (stored ? [stored] : drafts).some(({ values }) => showsValues(form, values));
  const own = ownDraft(state, page);
  if (isStored || (own.length === 0 && !stored)) return { state };
  return { state, store: [...own, ...othersOf(state, drafts)] };
}

function ownDraft({ key, tab, initial }: DraftState, { form, now }: Snapshot): Draft[] {
  return form && isWorthKeeping(form, initial) ? [{ key, tab, savedAt: now, values: form }] : [];
}

const personOf = ({ emailaddress = '' }: FormValues): string => personKey(emailaddress);

const othersOf = ({ tab }: DraftState, drafts: readonly Draft[]) =>
  drafts.filter((draft) => draft.tab !== tab);

/** Offers the newest draft of another tab or visit that the form does not show, or what the device keeps, which is used once. */
function offerNext(state: DraftState, { form, drafts, kept }: Snapshot): DraftState {
  const isFilled = state.outcome === 'restored' || state.outcome === 'used';
  const offers: readonly Offer[] = [
    ...othersOf(state, drafts),
    ...(kept && !isFilled ? [kept] : []),
  ];
  return { ...state, offer: offers.find(({ values }) => !showsValues(form, values)) };
}

const close = (state: DraftState): DraftState => ({ ...state, phase: 'closed', offer: undefined });
