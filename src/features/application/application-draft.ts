import type { Draft, KeptApplication } from '#src/browser/application-records.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import { personKey } from '#src/domain/rules/forms/person.ts';
import { fieldsOf, isWorthKeeping, pickFields, showsValues } from './form-values.ts';

/** The draft of another tab or visit, or the kept values of an application that was sent to a `company`. */
type Offer = Pick<Draft, 'savedAt' | 'values'> &
  Partial<Pick<Draft, 'tab' | 'key'> & Pick<KeptApplication, 'company'>>;

/** A draft was `restored` (by the visitor or after a reload) or `discarded`; kept values were `used` or `removed`. */
export type DraftOutcome = 'restored' | 'discarded' | 'used' | 'removed';

/** The form of an opening in one tab, and its draft (decision 009). */
export interface DraftState {
  /**
   * In `closed` nothing is stored: before the page has opened, after acceptance and after 'Forget me'. A form is
   * `in-use` once it has values that the visitor entered or that were filled in.
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
  /** A random key for the form, if the next application in it is another one. */
  readonly newKey: string;
}

export type DraftEvent =
  | {
      readonly type: 'opened';
      /** The name of this tab. After a reload it is the name from before, under which the draft is stored. */
      readonly tab: string;
      /** Whether the page was opened anew, so that the browser has not restored the values that it shows. */
      readonly isVisit: boolean;
      readonly page: Snapshot;
    }
  | { readonly type: 'entered' | 'forgotten' }
  /** `paused`: the visitor may leave the page. `changed-elsewhere`: another tab may have changed the stored drafts. */
  | { readonly type: 'paused' | 'changed-elsewhere'; readonly page: Snapshot }
  | { readonly type: 'decided'; readonly outcome: DraftOutcome; readonly page: Snapshot }
  /** `accepted`: the site has accepted the form. `draft-accepted`: it had accepted a stored draft with these values. */
  | { readonly type: 'accepted'; readonly page: Snapshot }
  | { readonly type: 'draft-accepted'; readonly values: FormValues; readonly page: Snapshot };

/** The state after an event, and the effects that `useDraft` then carries out. */
export interface DraftChange {
  readonly state: DraftState;
  readonly fill?: FormValues;
  /** The drafts to store in place of the opening's stored drafts. */
  readonly store?: readonly Draft[];
}

export const unopenedDraft = (initial: FormValues): DraftState => ({
  phase: 'closed',
  tab: '',
  key: '',
  initial,
});

export function reduceDraft(state: DraftState, event: DraftEvent): DraftChange {
  if (event.type === 'opened') return open(state, event);
  if (event.type === 'forgotten') return { state: close(state), fill: state.initial };
  if (state.phase === 'closed') return { state };
  switch (event.type) {
    case 'entered':
      return { state: state.phase === 'in-use' ? state : { ...state, phase: 'in-use' } };
    case 'paused':
      return save(state, event.page);
    case 'changed-elsewhere':
      return { state: offerNext(state, event.page) };
    case 'decided':
      return state.offer ? decide(state, state.offer, event) : { state };
    case 'accepted':
      return { state: close(state), store: withoutPerson(event.page.drafts, event.page.form) };
    case 'draft-accepted':
      return removeAccepted(state, event);
  }
}

type EventOf<Type extends DraftEvent['type']> = Extract<DraftEvent, { type: Type }>;

function open(state: DraftState, { tab, isVisit, page }: EventOf<'opened'>): DraftChange {
  const { form, drafts, newKey } = page;
  const stored = drafts.find((draft) => draft.tab === tab);
  // After Back the browser itself restores the values of a draft. That draft belongs to this tab from now on.
  const own = stored ?? drafts.find(({ values }) => form && showsValues(form, values));
  const fill = own && openingFill(state.initial, form, own.values);
  const filled = { ...page, form: form && { ...form, ...fill } };
  const key = own?.key ?? newKey;
  const opened = { ...state, phase: 'open', tab, key, outcome: stored && 'restored' } as const;
  const entered = own || isVisit ? ownDraft(opened, filled) : [];
  const isInUse = entered.length > 0;
  return {
    state: offerNext(isInUse ? { ...opened, phase: 'in-use' } : opened, filled),
    ...(fill && { fill }),
    ...(isInUse && !stored && { store: [...entered, ...drafts.filter((draft) => draft !== own)] }),
  };
}

/**
 * Values that the browser or a refused form post shows are newer than the draft, unless they are the initial ones.
 * Equal values are filled in too, because after Back the browser shows the editor's HTML in the text area.
 */
function openingFill(initial: FormValues, form: FormValues | undefined, draft: FormValues) {
  const isInitialOrEqual = (name: string) => [initial[name], draft[name]].includes(form?.[name]);
  return pickFields(draft, fieldsOf(draft).filter(isInitialOrEqual));
}

function decide(
  state: DraftState,
  offer: Offer,
  { outcome, page }: EventOf<'decided'>,
): DraftChange {
  const drafts = page.drafts.filter(({ tab }) => tab !== offer.tab);
  const decided = { ...state, outcome };
  if (outcome === 'discarded' || outcome === 'removed')
    return { state: offerNext(decided, { ...page, drafts }), store: drafts };
  const fill = decidedFill(state, offer.values, outcome, page.form);
  const next = { ...decided, phase: 'in-use', key: offer.key ?? state.key } as const;
  const others = othersOf(state, drafts);
  const filled = { ...page, form: { ...page.form, ...fill }, drafts: others };
  return { state: offerNext(next, filled), fill, store: [...ownDraft(next, filled), ...others] };
}

/** Returns the offered values for the fields in which the visitor has entered nothing. */
function decidedFill(
  { phase, initial }: DraftState,
  offered: FormValues,
  outcome: 'restored' | 'used',
  form: FormValues = {},
): FormValues {
  const isInitial = (name: string) => !isWorthKeeping(pickFields(form, [name]), initial);
  // A grade is only valid for its education, so both are filled in or none.
  const pair = ['education', 'grades'];
  const isFree = {
    restored: (name: string) => phase === 'open' || isInitial(name),
    used: (name: string) => (pair.includes(name) ? pair : [name]).every(isInitial),
  };
  return pickFields(offered, fieldsOf(offered).filter(isFree[outcome]));
}

/** A form that shows the accepted draft is emptied, because the next person to use it may be another one. */
function removeAccepted(
  state: DraftState,
  { values, page }: EventOf<'draft-accepted'>,
): DraftChange {
  const store = withoutPerson(page.drafts, values);
  if (!showsValues(page.form, values))
    return { state: offerNext(state, { ...page, drafts: store }), store };
  const fill = state.initial;
  const emptied = { ...state, phase: 'open', key: page.newKey, outcome: undefined } as const;
  return { state: offerNext(emptied, { ...page, form: fill, drafts: store }), fill, store };
}

/** Removes the drafts of the person who has sent these values. */
function withoutPerson(drafts: readonly Draft[], sent: FormValues = {}): readonly Draft[] {
  const personOf = ({ emailaddress = '' }: FormValues) => personKey(emailaddress);
  return drafts.filter(({ values }) => personOf(values) !== personOf(sent));
}

/** Stores the draft. If another tab has discarded the draft that the form shows, it is stored again. */
function save(state: DraftState, page: Snapshot): DraftChange {
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

const othersOf = ({ tab }: DraftState, drafts: readonly Draft[]) =>
  drafts.filter((draft) => draft.tab !== tab);

/** Offers the newest draft of another tab or visit that the form does not show, or else the kept values, once. */
function offerNext(state: DraftState, { form, drafts, kept }: Snapshot): DraftState {
  const isFilled = state.outcome === 'restored' || state.outcome === 'used';
  const offers: readonly Offer[] = [
    ...othersOf(state, drafts),
    ...(kept && !isFilled ? [kept] : []),
  ];
  return { ...state, offer: offers.find(({ values }) => !showsValues(form, values)) };
}

const close = (state: DraftState): DraftState => ({ ...state, phase: 'closed', offer: undefined });
