import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Draft } from '#src/browser/application-records.ts';
import { reduceApplication } from '#src/features/application/application-reducer.ts';
import {
  type ApplicationEvent,
  type ApplicationFormState,
  type Change,
  type Snapshot,
  unopenedApplication,
} from '#src/features/application/application-state.ts';
import {
  type ApplicationResult,
  isOtherPerson,
  isWorthKeeping,
} from '#src/features/application/form-values.ts';
import { acceptedStatus as status } from './support/accepted-status.ts';

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
  wasForgotten: false,
  ...seen(changes),
});
const entered = (name = 'firstname', value = 'Eve'): ApplicationEvent => ({
  type: 'entered',
  name,
  value,
});
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

const first = { reason: 'opened' } as const;
/** The site's first answer: the browser has no application. */
const readFirst = { type: 'status-read', status: undefined, request: first } as const;
const expected = { applicantId: '511', request: async () => undefined };
const accepted = {
  type: 'answered',
  result: { status: 'accepted', applicantId: '511', values: {} },
  request: expected.request,
} as const;

/** An event with what the page shows and the device stores at that time. */
type PageEvent = ApplicationEvent & Partial<Snapshot>;
const reduce = (state: ApplicationFormState, event: PageEvent) =>
  reduceApplication(state, event, () => seen(event));
const unopened = unopenedApplication([], initial);
const after = (...events: PageEvent[]) =>
  events.reduce((state, event) => reduce(state, event).state, unopened);

interface Row {
  readonly title: string;
  /** The events from the opening of the page; the last is the one that the row is about. */
  readonly events: readonly PageEvent[];
  readonly state?: Partial<ApplicationFormState>;
  /** Besides what each page that opens asks the site. */
  readonly asks?: Omit<Change, 'state'>;
  readonly view?: Partial<ApplicationFormState>;
}

const offer = (of: Draft, from: 'earlier' | 'tab' = 'earlier') => ({ draft: of, from });
/** A page whose visitor has entered a name while Ada's draft was stored. */
const enteredBesideAda = [opened({ drafts: [ada] }), entered()];

const rows: readonly Row[] = [
  {
    title: 'a page that opens without drafts is empty and has a key of its own',
    events: [opened()],
    state: { phase: 'empty', saving: 'nothing', key: 'new key', touched: [] },
    view: { offer: undefined, outcome: undefined },
    asks: {},
  },
  {
    title: 'a page that opens offers the newest draft, with its key, and fills in nothing',
    events: [opened({ drafts: [ben, ada] })],
    state: { phase: 'empty', key: ben.key },
    view: { offer: offer(ben), touched: [] },
    asks: {},
  },
  {
    title: "a reload puts back this tab's draft and offers the others",
    events: [opened({ tab: 'a', drafts: [ben, ada] })],
    state: { phase: 'put-back', saving: 'done', key: ada.key, touched: ['firstname'] },
    view: { outcome: 'restored', offer: offer(ben) },
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
    title: 'the first input is to be stored when the visitor pauses',
    events: [opened(), entered()],
    state: { phase: 'entered', saving: 'due', touched: ['firstname'] },
    asks: { storeSoon: true },
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
    events: [opened(), { ...readFirst, ...seen({ form: form({ firstname: 'Eve' }) }) }],
    state: { phase: 'entered', saving: 'done', touched: ['firstname'] },
    asks: { store: [stored({ firstname: 'Eve' })] },
  },
  {
    title: 'what the browser shows again after Back is not taken for input',
    events: [
      opened({ drafts: [ada], form: ada.values }),
      { ...readFirst, ...seen({ form: ada.values, drafts: [ada] }) },
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
    asks: {
      fill: { firstname: 'Ada', emailaddress: '', cover_letter: '', education: 'BSc' },
      storeSoon: true,
    },
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
    asks: {},
  },
  {
    title: 'a draft that another tab removes is this form: it may have been submitted',
    events: [
      opened({ tab: 'a', drafts: [ada] }),
      { type: 'changed-elsewhere', before: [ada], ...seen({ form: ada.values }) },
    ],
    state: { key: ada.key, saving: 'due' },
    asks: { readStatus: { reason: 'removed-elsewhere', kept: undefined } },
  },
  {
    title: "another person's draft that another tab removes gives this form a new key",
    events: [
      ...enteredBesideAda,
      { type: 'changed-elsewhere', before: [ada], ...seen({ form: form({ firstname: 'Eve' }) }) },
    ],
    state: { key: 'new key' },
    view: { offer: undefined },
    asks: {},
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
    asks: { readStatus: { reason: 'removed-elsewhere', kept: undefined } },
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
    view: { outcome: undefined, sent: record(ada.key) },
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
        ...accepted,
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
    asks: {
      store: [draft('d', { emailaddress: 'ada@example.com' })],
      readStatus: { reason: 'accepted', expected },
    },
  },
  {
    title: 'nothing is stored after acceptance',
    events: [
      opened(),
      entered(),
      { ...accepted, ...seen() },
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
      { type: 'status-read', status, request: { reason: 'resumed', expected } },
    ],
    view: { sent: undefined },
    asks: { record: 'removed' },
  },
  {
    title: 'nothing happens before the page has opened',
    events: [entered()],
    state: unopened,
    asks: {},
  },
];

for (const { title, events, state, view, asks } of rows)
  test(title, () => {
    const [last, before] = [events.at(-1), events.slice(0, -1)];
    assert.ok(last);
    const start = before.reduce((now, event) => reduce(now, event).state, unopened);
    const { state: after, ...effects } = reduce(start, last);
    assert.partialDeepStrictEqual(after, state ?? {});
    for (const [name, value] of Object.entries(view ?? {}))
      assert.deepEqual(after[name as keyof ApplicationFormState], value, name);
    const opening =
      last.type === 'opened' && ({ findAccepted: last.drafts, readStatus: first } as const);
    if (asks) assert.deepEqual(effects, { ...opening, ...asks });
  });

test('an event that changes nothing keeps the state, so that the page renders nothing', () => {
  const once = after(opened(), entered());
  assert.equal(reduce(once, entered()).state, once);
  assert.equal(reduce(once, { type: 'restored' }).state, once);
});

test('a page of a device that was forgotten is emptied before drafts are compared with it', () => {
  const event = { ...opened({ drafts: [ada], form: ada.values }), wasForgotten: true } as const;
  const { state, fill } = reduce(unopened, event as PageEvent);
  assert.deepEqual(fill, initial);
  assert.deepEqual(state.offer, offer(ada));
});

test('a grade of another education is not kept, and values that are filled in are watched', () => {
  const chosen = after(opened(), entered('education', 'HND'), entered('grades', 'Distinction'));
  assert.deepEqual(chosen.watched, { education: 'HND', grades: 'Distinction' });
  const changed = reduce(chosen, entered('education', 'B.Sc')).state;
  assert.equal(changed.watched?.grades, '');
  const filled = after(opened({ tab: 'a', drafts: [draft('a', { education: 'HND' })] }));
  assert.equal(filled.watched?.education, 'HND');
});

test('after acceptance the fields still follow the education, and nothing is stored', () => {
  const closed = after(opened(), { ...accepted, ...seen() });
  const { state, storeSoon } = reduce(closed, entered('education', 'HND'));
  assert.equal(state.watched?.education, 'HND');
  assert.equal(storeSoon, undefined);
});

test('the questions of a changed opening replace those of the form', () => {
  const questions = [{ id: '1', question: 'Why?', required: 'True' }];
  const result: ApplicationResult = {
    status: 'invalid',
    issues: [],
    changed: { questions, unseen: ['1'] },
  };
  const { state } = reduce(after(opened()), { ...accepted, result });
  assert.deepEqual([state.questions, state.seen], [questions, questions]);
});

test('an answer of a draft to another text of a question is to be checked', () => {
  const questions = [{ id: '1', question: 'Why now?', required: 'True' }];
  const values = { 'answers[1]': 'Because', questions_shown: '[["1","Why?"]]' };
  const start = unopenedApplication(questions, { ...initial, 'answers[1]': '' });
  const shown = seen({ form: form({ 'answers[1]': '' }), drafts: [draft('a', values)] });
  const { state } = reduce(start, opened(shown));
  assert.deepEqual(state.seen, questions);
  assert.deepEqual(reduce(state, { type: 'restored', ...shown }).state.seen, []);
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
