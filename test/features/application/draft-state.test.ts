import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Draft } from '#src/browser/application-records.ts';
import {
  type DraftChange,
  type DraftEvent,
  type DraftState,
  reduceDraft,
  type Snapshot,
  unopenedDraft,
} from '#src/features/application/draft-state.ts';
import { isOtherPerson, isWorthKeeping } from '#src/features/application/form-values.ts';

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
const seen = (changes: Partial<Snapshot> = {}): Snapshot => ({
  form: form(),
  drafts: [],
  now: 9,
  newKey: 'new key',
  ...changes,
});
const opened = (changes: Partial<Snapshot> & { tab?: string } = {}): PageEvent => ({
  type: 'opened',
  tab: 'own',
  initial,
  sent: undefined,
  ...seen(changes),
});
const entered = (name = 'firstname'): DraftEvent => ({ type: 'entered', name });
const stored = (values: Record<string, string>, key = 'new key') => ({
  tab: 'own',
  savedAt: 9,
  key,
  values: form(values),
});
const acceptedOf = (found: Draft, changes: Partial<Snapshot> = {}): PageEvent => ({
  type: 'found-accepted',
  draft: found,
  appliedOn: '1 May 2026',
  ...seen(changes),
});
const record = (key: string) => ({ key, appliedOn: '1 May 2026', savedAt: 9 });

/** An event with what the page shows and the device stores at that time. */
type PageEvent = DraftEvent & Partial<Snapshot>;
const reduce = (state: DraftState, event: PageEvent) =>
  reduceDraft(state, event, () => seen(event));

interface Row {
  readonly title: string;
  /** The events from the opening of the page; the last is the one that the row is about. */
  readonly events: readonly PageEvent[];
  readonly state?: Partial<DraftState>;
  readonly view?: Partial<DraftState['view']>;
  readonly asks?: Omit<DraftChange, 'state'>;
}

const offer = (of: Draft, from: 'earlier' | 'tab' = 'earlier') => ({ draft: of, from });
/** A page whose visitor has entered a name while Ada's draft was stored. */
const enteredBesideAda = [opened({ drafts: [ada] }), entered()];

const rows: readonly Row[] = [
  {
    title: 'a page that opens without drafts is empty and has a key of its own',
    events: [opened()],
    state: { phase: 'empty', saving: 'nothing', key: 'new key', touched: [] },
    view: { offer: undefined, outcome: undefined, inUse: false },
    asks: {},
  },
  {
    title: 'a page that opens offers the newest draft, with its key, and fills in nothing',
    events: [opened({ drafts: [ben, ada] })],
    state: { phase: 'empty', key: ben.key },
    view: { offer: offer(ben), inUse: false },
    asks: {},
  },
  {
    title: "a reload puts back this tab's draft and offers the others",
    events: [opened({ tab: 'a', drafts: [ben, ada] })],
    state: { phase: 'put-back', saving: 'done', key: ada.key, touched: ['firstname'] },
    view: { outcome: 'restored', inUse: true, offer: offer(ben) },
    asks: { fill: { firstname: 'Ada' } },
  },
  {
    title: 'a reload does not put back what the browser shows with another value',
    events: [opened({ tab: 'a', drafts: [ada], form: form({ firstname: 'Newer' }) })],
    view: { outcome: 'restored' },
    asks: {},
  },
  {
    title: 'after Back the browser shows the draft: it is not offered',
    events: [opened({ drafts: [ada, ben], form: ada.values })],
    state: { phase: 'empty' },
    view: { offer: offer(ben) },
    asks: {},
  },
  {
    title: "after Back the editor's HTML that the text area shows becomes a letter again",
    events: [
      opened({
        drafts: [draft('a', { cover_letter: '<p>Dear</p>', cover_letter_format: 'html' })],
        form: form({ cover_letter: '<p>Dear</p>', cover_letter_format: 'text' }),
      }),
    ],
    view: { offer: undefined },
    asks: { fill: { cover_letter: '<p>Dear</p>', cover_letter_format: 'html' } },
  },
  {
    title: 'the first input is to be stored, and the form is in use',
    events: [opened(), entered()],
    state: { phase: 'entered', saving: 'due', touched: ['firstname'] },
    view: { inUse: true },
  },
  {
    title: 'after a pause what was entered is stored before the drafts that are undecided',
    events: [
      ...enteredBesideAda,
      { type: 'paused', ...seen({ form: form({ firstname: 'Eve' }), drafts: [ada] }) },
    ],
    state: { saving: 'done' },
    asks: { store: [stored({ firstname: 'Eve' }, ada.key), ada] },
  },
  {
    title: 'a page that is left without new input stores nothing',
    events: [opened({ tab: 'a', drafts: [ada] }), { type: 'paused', ...seen({ drafts: [ada] }) }],
    asks: {},
  },
  {
    title: 'a form that is emptied again is removed from the device',
    events: [opened(), entered(), { type: 'paused', ...seen() }],
    state: { saving: 'nothing' },
    asks: { store: [] },
  },
  {
    title: 'nothing is stored while the form is not rendered',
    events: [opened(), entered(), { type: 'paused', ...seen({ form: undefined }) }],
    state: { saving: 'due' },
    asks: {},
  },
  {
    title: 'a browser that does not store is reported, and the input is stored when it can be',
    events: [
      opened(),
      entered(),
      { type: 'paused', ...seen({ form: form({ firstname: 'Eve' }) }) },
      { type: 'not-stored' },
    ],
    state: { saving: 'due' },
    view: { blocked: true },
  },
  {
    title: 'what was entered before the script had loaded is stored at once',
    events: [
      opened(),
      { type: 'entered-before-script', ...seen({ form: form({ firstname: 'Eve' }) }) },
    ],
    state: { phase: 'entered', saving: 'done', touched: ['firstname'] },
    asks: { store: [stored({ firstname: 'Eve' })] },
  },
  {
    title: 'what the browser shows again after Back is not taken for input',
    events: [
      opened({ drafts: [ada], form: ada.values }),
      { type: 'entered-before-script', ...seen({ form: ada.values, drafts: [ada] }) },
    ],
    state: { phase: 'empty', touched: [] },
    asks: {},
  },
  {
    title:
      'restoring a draft fills only what was not entered since, and removes it by storing the form',
    events: [
      opened({ drafts: [draft('a', { firstname: 'Ada', course: 'Art' })] }),
      entered('course'),
      { type: 'restored', ...seen({ form: form({ course: 'Law' }) }) },
    ],
    state: { saving: 'due', touched: ['course', 'firstname'], decided: ['a 1'] },
    view: { offer: undefined },
    asks: { fill: { firstname: 'Ada', emailaddress: '', cover_letter: '', education: 'BSc' } },
  },
  {
    title: 'discarding a draft in an empty form removes it and offers the next',
    events: [
      opened({ drafts: [ben, ada] }),
      { type: 'discarded', ...seen({ drafts: [ben, ada] }) },
    ],
    state: { key: 'new key', saving: 'nothing' },
    view: { offer: offer(ada) },
    asks: { store: [ada] },
  },
  {
    title: 'discarding a draft keeps what was entered, as another application',
    events: [
      ...enteredBesideAda,
      { type: 'discarded', ...seen({ form: form({ firstname: 'Eve' }), drafts: [ada] }) },
    ],
    state: { key: 'new key', saving: 'done' },
    asks: { store: [stored({ firstname: 'Eve' })] },
  },
  {
    title: 'discarding a draft after Back keeps the draft that the browser shows',
    events: [
      opened({ drafts: [ada, ben], form: ada.values }),
      { type: 'discarded', ...seen({ form: ada.values, drafts: [ada, ben] }) },
    ],
    asks: { store: [stored({ firstname: 'Ada' })] },
  },
  {
    title: 'a draft that another tab writes is offered, with its key',
    events: [opened(), { type: 'changed-elsewhere', before: [], ...seen({ drafts: [ada] }) }],
    state: { key: ada.key },
    view: { offer: offer(ada, 'tab') },
    asks: { removedElsewhere: false },
  },
  {
    title: 'a draft that another tab removes is this form: it may have been submitted',
    events: [
      opened({ tab: 'a', drafts: [ada] }),
      { type: 'changed-elsewhere', before: [ada], ...seen({ form: ada.values }) },
    ],
    state: { key: ada.key, saving: 'due' },
    asks: { removedElsewhere: true },
  },
  {
    title: "another person's draft that another tab removes gives this form a new key",
    events: [
      ...enteredBesideAda,
      { type: 'changed-elsewhere', before: [ada], ...seen({ form: form({ firstname: 'Eve' }) }) },
    ],
    state: { key: 'new key' },
    view: { offer: undefined },
    asks: { removedElsewhere: false },
  },
  {
    title: 'a draft that another tab restores belongs to that tab',
    events: [
      opened({ tab: 'a', drafts: [ada] }),
      {
        type: 'changed-elsewhere',
        before: [ada],
        ...seen({ form: ada.values, drafts: [{ ...ada, tab: 'c' }] }),
      },
    ],
    state: { saving: 'nothing' },
    view: { offer: undefined },
    asks: { removedElsewhere: true },
  },
  {
    title: 'an offered draft whose application was accepted is replaced by its record',
    events: [opened({ drafts: [ada] }), acceptedOf(ada, { drafts: [ada] })],
    state: { key: 'new key' },
    view: { offer: undefined, sent: record(ada.key) },
    asks: { store: [], record: record(ada.key) },
  },
  {
    title: 'a put-back form whose application was accepted is emptied',
    events: [opened({ tab: 'a', drafts: [ada] }), acceptedOf(ada, { drafts: [ada] })],
    state: { phase: 'empty', saving: 'nothing', touched: [] },
    view: { outcome: undefined, inUse: false, sent: record(ada.key) },
    asks: { fill: initial, store: [], record: record(ada.key) },
  },
  {
    title: 'somebody who writes keeps the form, whatever was accepted',
    events: [
      opened({ tab: 'a', drafts: [ada] }),
      entered('course'),
      acceptedOf(ada, { drafts: [ada] }),
    ],
    state: { phase: 'entered', key: ada.key },
    asks: {},
  },
  {
    title: 'acceptance removes the drafts of this person, and keeps those of others',
    events: [
      opened({ drafts: [] }),
      entered('emailaddress'),
      {
        type: 'accepted',
        ...seen({
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
    asks: { store: [draft('d', { emailaddress: 'ada@example.com' })] },
  },
  {
    title: 'nothing is stored after acceptance',
    events: [
      opened(),
      entered(),
      { type: 'accepted', ...seen() },
      { type: 'paused', ...seen({ form: form({ firstname: 'Eve' }) }) },
    ],
    asks: {},
  },
  {
    title: "'Forget me on this device' empties the form and stores nothing more",
    events: [...enteredBesideAda, { type: 'forgotten' }],
    state: { phase: 'closed' },
    view: { offer: undefined },
    asks: { fill: initial },
  },
  {
    title: 'the record goes when the browser has the upload ticket',
    events: [
      opened({ drafts: [ada] }),
      acceptedOf(ada, { drafts: [ada] }),
      { type: 'ticket-received' },
    ],
    view: { sent: undefined },
    asks: {},
  },
  {
    title: 'nothing happens before the page has opened',
    events: [entered()],
    state: unopenedDraft,
    asks: {},
  },
];

for (const { title, events, state, view, asks } of rows)
  test(title, () => {
    const [last, before] = [events.at(-1), events.slice(0, -1)];
    assert.ok(last);
    const start = before.reduce((now, event) => reduce(now, event).state, unopenedDraft);
    const { state: after, ...asked } = reduce(start, last);
    assert.partialDeepStrictEqual(after, state ?? {});
    for (const [name, value] of Object.entries(view ?? {}))
      assert.deepEqual(after.view[name as keyof typeof after.view], value, name);
    if (asks) assert.deepEqual(asked, asks);
  });

test('an event that changes nothing in the page keeps the view', () => {
  const start = reduce(unopenedDraft, opened()).state;
  const { state: once } = reduce(start, entered());
  assert.equal(reduce(once, entered('course')).state.view, once.view);
  const left = reduce(once, { type: 'paused', ...seen({ form: form({ course: 'Art' }) }) });
  assert.equal(left.state.view, once.view, 'a page that is left renders nothing');
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

test("a form is another person's by its email address, or without one by any other value", () => {
  const removed = { firstname: 'Ada', emailaddress: 'ada@example.com' };
  const other = (current: Record<string, string>) =>
    isOtherPerson(current, removed, Object.keys(current));
  assert.equal(other({ firstname: 'Bola', emailaddress: 'bola@example.com' }), true);
  assert.equal(other({ firstname: 'A.', emailaddress: ' ADA@example.com' }), false);
  assert.equal(other({ firstname: 'Bola', emailaddress: '' }), true);
  assert.equal(other({ firstname: 'Ada', course: '' }), false);
});
