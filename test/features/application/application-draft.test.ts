import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Draft } from '#src/browser/application-records.ts';
import { specificationSettings } from '#src/domain/model/application-options.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import {
  type DraftChange,
  type DraftEvent,
  type DraftState,
  reduceDraft,
  type Snapshot,
  unopenedDraft,
} from '#src/features/application/application-draft.ts';
import { isWorthKeeping, watchedAfter } from '#src/features/application/form-values.ts';

const initial = { firstname: '', emailaddress: '', course: '', cover_letter: '', education: 'BSc' };
const form = (values: Record<string, string> = {}) => ({ ...initial, ...values });
const draft = (tab: string, values: Record<string, string>, savedAt = 1): Draft => ({
  tab,
  savedAt,
  key: `key of ${tab}`,
  values: form(values),
});
const ada = draft('a', { firstname: 'Ada' });
const ben = draft('b', { firstname: 'Ben' }, 2);
const page = (changes: Partial<Snapshot> = {}): Snapshot => ({
  form: form(),
  drafts: [],
  now: 9,
  newKey: 'new key',
  ...changes,
});
const opened = ({
  tab = 'own',
  isVisit = false,
  ...changes
}: Partial<Snapshot> & { tab?: string; isVisit?: boolean } = {}): DraftEvent => ({
  type: 'opened',
  tab,
  isVisit,
  page: page(changes),
});
const entered = { type: 'entered' } as const;
const stored = (values: Record<string, string>, key = 'new key') => ({
  tab: 'own',
  savedAt: 9,
  key,
  values: form(values),
});
const eve = { form: form({ firstname: 'Eve' }) };

const unopened = unopenedDraft(initial);

interface Row {
  readonly title: string;
  /** The events from the opening of the page; the last is the one that the row is about. */
  readonly events: readonly DraftEvent[];
  readonly state: Partial<DraftState>;
  readonly effects: Omit<DraftChange, 'state'>;
}

const kept = {
  version: 1,
  savedAt: 1,
  company: 'Buka Ireti',
  values: {
    firstname: 'Ada',
    emailaddress: 'ada@example.com',
    education: 'HND',
    grades: 'Pass',
  },
} as const;

/** A page whose visitor has entered a name while Ada's draft was stored. */
const enteredBesideAda = [opened({ drafts: [ada] }), entered];

const rows: readonly Row[] = [
  {
    title: 'a page that opens without drafts is empty and has a key of its own',
    events: [opened()],
    state: { phase: 'open', key: 'new key', offer: undefined, outcome: undefined },
    effects: {},
  },
  {
    title: 'a page that opens offers the newest draft, and fills in nothing',
    events: [opened({ drafts: [ben, ada] })],
    state: { key: 'new key', offer: ben, phase: 'open' },
    effects: {},
  },
  {
    title: "a reload puts back this tab's draft, with its key, and offers the others",
    events: [opened({ tab: 'a', drafts: [ben, ada] })],
    state: { key: ada.key, phase: 'in-use', outcome: 'restored', offer: ben },
    effects: { fill: ada.values },
  },
  {
    title: 'a reload does not put back what the browser shows with another value',
    events: [opened({ tab: 'a', drafts: [ada], form: form({ firstname: 'Newer' }) })],
    state: { outcome: 'restored', phase: 'in-use' },
    effects: { fill: { emailaddress: '', course: '', cover_letter: '', education: 'BSc' } },
  },
  {
    title: 'after Back the browser shows a draft: it is not offered, and is the draft of this tab',
    events: [opened({ drafts: [ada, ben], form: ada.values })],
    state: { key: ada.key, offer: ben, outcome: undefined },
    effects: { fill: ada.values, store: [stored({ firstname: 'Ada' }, ada.key), ben] },
  },
  {
    title: "after Back the editor's HTML that the text area shows becomes a letter again",
    events: [
      opened({
        drafts: [draft('a', { cover_letter: '<p>Dear</p>', cover_letter_format: 'html' })],
        form: form({ cover_letter: '<p>Dear</p>', cover_letter_format: 'text' }),
      }),
    ],
    state: { offer: undefined },
    effects: {
      fill: form({ cover_letter: '<p>Dear</p>', cover_letter_format: 'html' }),
      store: [stored({ cover_letter: '<p>Dear</p>', cover_letter_format: 'html' }, 'key of a')],
    },
  },
  {
    title: 'what was entered before the script had loaded is stored at once',
    events: [opened({ isVisit: true, drafts: [ada], ...eve })],
    state: { phase: 'in-use', offer: ada },
    effects: { store: [stored({ firstname: 'Eve' }), ada] },
  },
  {
    title: 'what the browser shows again after Back is not taken for input',
    events: [opened(eve)],
    state: { phase: 'open' },
    effects: {},
  },
  {
    title: 'after a pause what was entered is stored before the drafts of others',
    events: [...enteredBesideAda, { type: 'paused', page: page({ ...eve, drafts: [ada] }) }],
    state: {},
    effects: { store: [stored({ firstname: 'Eve' }), ada] },
  },
  {
    title: 'a page that is left without new input stores nothing',
    events: [
      opened({ tab: 'a', drafts: [ada] }),
      { type: 'paused', page: page({ form: ada.values, drafts: [ada] }) },
    ],
    state: {},
    effects: {},
  },
  {
    title: 'a form that is emptied again is removed from the device',
    events: [
      opened({ tab: 'a', drafts: [ada] }),
      { type: 'paused', page: page({ drafts: [ada] }) },
    ],
    state: {},
    effects: { store: [] },
  },
  {
    title: 'an empty form is not stored',
    events: [opened(), { type: 'paused', page: page({ drafts: [ben] }) }],
    state: {},
    effects: {},
  },
  {
    title: 'nothing is stored while the form is not rendered',
    events: [opened(), entered, { type: 'paused', page: page({ form: undefined }) }],
    state: {},
    effects: {},
  },
  {
    title: 'restoring a draft fills only what was not entered since, and takes it over',
    events: [
      opened({ drafts: [draft('a', { firstname: 'Ada', course: 'Art' })] }),
      entered,
      {
        type: 'decided',
        outcome: 'restored',
        page: page({
          form: form({ course: 'Law' }),
          drafts: [draft('a', { firstname: 'Ada', course: 'Art' }), ben],
        }),
      },
    ],
    state: {
      key: 'key of a',
      phase: 'in-use',
      outcome: 'restored',
      offer: ben,
    },
    effects: {
      fill: { firstname: 'Ada', emailaddress: '', cover_letter: '', education: 'BSc' },
      store: [stored({ firstname: 'Ada', course: 'Law' }, 'key of a'), ben],
    },
  },
  {
    title: 'what was sent before fills only fields that were not entered, and is not offered again',
    events: [
      opened({ kept }),
      entered,
      {
        type: 'decided',
        outcome: 'used',
        page: page({
          form: form({ course: 'Law', emailaddress: 'typed@example.com' }),
          drafts: [ben],
          kept,
        }),
      },
      { type: 'changed-elsewhere', page: page({ kept }) },
    ],
    state: {
      key: 'new key',
      phase: 'in-use',
      outcome: 'used',
      offer: undefined,
    },
    effects: {},
  },
  {
    title:
      'a grade that was sent before is not taken for an education that was entered, nor the other way',
    events: [
      opened({ kept }),
      entered,
      { type: 'decided', outcome: 'used', page: page({ form: form({ grades: 'Pass' }) }) },
    ],
    state: { outcome: 'used' },
    effects: {
      fill: { firstname: 'Ada', emailaddress: 'ada@example.com' },
      store: [stored({ firstname: 'Ada', emailaddress: 'ada@example.com', grades: 'Pass' })],
    },
  },
  {
    title: 'what was sent before is offered after the drafts',
    events: [
      opened({ drafts: [ada], kept }),
      { type: 'decided', outcome: 'discarded', page: page({ drafts: [ada], kept }) },
    ],
    state: { outcome: 'discarded', offer: kept },
    effects: { store: [] },
  },
  {
    title: 'a person who is another one is told that nothing is kept any more',
    events: [opened({ kept }), { type: 'decided', outcome: 'removed', page: page() }],
    state: { outcome: 'removed', offer: undefined },
    effects: { store: [] },
  },
  {
    title: 'discarding a draft in an empty form removes it and offers the next',
    events: [
      opened({ drafts: [ben, ada] }),
      { type: 'decided', outcome: 'discarded', page: page({ drafts: [ben, ada] }) },
    ],
    state: { outcome: 'discarded', offer: ada },
    effects: { store: [ada] },
  },
  {
    title: 'discarding a draft keeps what was entered, which is stored after a pause',
    events: [
      ...enteredBesideAda,
      { type: 'decided', outcome: 'discarded', page: page({ ...eve, drafts: [ada] }) },
      { type: 'paused', page: page(eve) },
    ],
    state: { offer: undefined },
    effects: { store: [stored({ firstname: 'Eve' })] },
  },
  {
    title: 'a draft that another tab writes is offered',
    events: [opened(), { type: 'changed-elsewhere', page: page({ drafts: [ada] }) }],
    state: { key: 'new key', offer: ada },
    effects: {},
  },
  {
    title: 'a form whose draft another tab discarded is stored again when it is left',
    events: [
      opened({ tab: 'a', drafts: [ada] }),
      { type: 'changed-elsewhere', page: page({ form: ada.values }) },
      { type: 'paused', page: page({ form: ada.values }) },
    ],
    state: {},
    effects: { store: [{ ...ada, savedAt: 9 }] },
  },
  {
    title: 'a draft that another tab restores belongs to that tab',
    events: [
      opened({ tab: 'a', drafts: [ada] }),
      { type: 'paused', page: page({ form: ada.values, drafts: [{ ...ada, tab: 'c' }] }) },
    ],
    state: { offer: undefined },
    effects: {},
  },
  {
    title: 'an offered draft whose application was accepted is removed',
    events: [
      opened({ drafts: [ada] }),
      { type: 'draft-accepted', values: ada.values, page: page({ drafts: [ada] }) },
    ],
    state: { offer: undefined },
    effects: { store: [] },
  },
  {
    title: 'a form that shows an accepted application is emptied',
    events: [
      opened({ tab: 'a', drafts: [ada] }),
      {
        type: 'draft-accepted',
        values: ada.values,
        page: page({ form: ada.values, drafts: [ada] }),
      },
    ],
    state: { key: 'new key', phase: 'open', outcome: undefined },
    effects: { fill: initial, store: [] },
  },
  {
    title: 'somebody who writes keeps the form, whatever was accepted',
    events: [
      opened({ tab: 'a', drafts: [ada] }),
      entered,
      {
        type: 'draft-accepted',
        values: ada.values,
        page: page({ form: form({ firstname: 'Ada', course: 'Law' }), drafts: [ada] }),
      },
    ],
    state: { key: ada.key, phase: 'in-use' },
    effects: { store: [] },
  },
  {
    title: 'acceptance removes the drafts of this person, and keeps those of others',
    events: [
      opened(),
      entered,
      {
        type: 'accepted',
        page: page({
          form: form({ emailaddress: 'eve@example.com' }),
          drafts: [
            draft('own', { emailaddress: 'eve@example.com' }),
            draft('c', { emailaddress: 'EVE@example.com' }),
            draft('d', { emailaddress: 'ada@example.com' }),
          ],
        }),
      },
    ],
    state: { phase: 'closed' },
    effects: { store: [draft('d', { emailaddress: 'ada@example.com' })] },
  },
  {
    title: 'nothing is stored after acceptance',
    events: [opened(), { type: 'accepted', page: page() }, { type: 'paused', page: page(eve) }],
    state: { phase: 'closed' },
    effects: {},
  },
  {
    title: "'Forget me on this device' empties the form and stores nothing more",
    events: [...enteredBesideAda, { type: 'forgotten' }],
    state: { phase: 'closed', offer: undefined },
    effects: { fill: initial },
  },
  {
    title: 'nothing happens before the page has opened',
    events: [entered],
    state: unopened,
    effects: {},
  },
];

for (const { title, events, state, effects } of rows)
  test(title, () => {
    const [last, before] = [events.at(-1), events.slice(0, -1)];
    assert.ok(last);
    const start = before.reduce((now, event) => reduceDraft(now, event).state, unopened);
    const { state: after, ...found } = reduceDraft(start, last);
    assert.deepEqual({ ...after, ...state }, after);
    assert.deepEqual(found, effects);
  });

test('an event that changes nothing keeps the state, so that the page renders nothing', () => {
  const opening = reduceDraft(unopened, opened()).state;
  const once = reduceDraft(opening, entered).state;
  assert.equal(reduceDraft(once, entered).state, once);
  assert.equal(
    reduceDraft(once, { type: 'decided', outcome: 'restored', page: page() }).state,
    once,
  );
});

test('a grade of another education is not kept, unless it is filled in with it', () => {
  const after = (before: FormValues | undefined, changes: FormValues) =>
    watchedAfter(before, changes, specificationSettings);
  const chosen = after({ education: 'HND' }, { grades: 'Distinction', course: 'Art' });
  assert.deepEqual(chosen, { education: 'HND', grades: 'Distinction' });
  assert.equal(after(chosen, { education: 'B.Sc' }).grades, '');
  const filled = { education: 'B.Sc', grades: 'Distinction' };
  assert.deepEqual(after(undefined, filled), filled);
});

test('a form with its initial values is not worth keeping, a form with one letter is', () => {
  const initial = { education: 'B.Sc', firstname: '' };
  assert.equal(isWorthKeeping(initial, initial), false);
  assert.equal(isWorthKeeping({ ...initial, firstname: '  ' }, initial), false);
  const editor = { cover_letter: '<p><br></p>', cover_letter_format: 'html' };
  assert.equal(isWorthKeeping({ ...initial, ...editor }, initial), false);
  assert.equal(isWorthKeeping({ ...initial, firstname: 'A' }, initial), true);
  assert.equal(isWorthKeeping({ ...initial, education: 'HND' }, initial), true);
});
