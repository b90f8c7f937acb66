import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubmissionStatus } from '#src/browser/submission-status.ts';
import {
  applicationView,
  type BrowserApplication,
  type BrowserApplicationEvent,
  reduceBrowserApplication,
} from '#src/features/application/application-state.ts';
import type { ApplicationResult } from '#src/features/application/form-values.ts';
import { acceptedStatus as status } from './support/accepted-status.ts';

const withdrawn = { ...status, isWithdrawn: true };
const expected = { applicantId: '511', request: async () => undefined };
const read = (
  found: SubmissionStatus | undefined,
  isExpected = false,
): BrowserApplicationEvent => ({
  type: 'status-read',
  status: found,
  expected: isExpected ? expected : undefined,
});
const chosen: BrowserApplicationEvent = { type: 'chosen' };
const after = (...events: BrowserApplicationEvent[]) =>
  events.reduce<BrowserApplication>(reduceBrowserApplication, { kind: 'unknown' });

const idle: ApplicationResult = { status: 'idle' };
const accepted: ApplicationResult = { status: 'accepted', applicantId: '511', values: {} };

const rows: readonly {
  readonly title: string;
  readonly events: readonly BrowserApplicationEvent[];
  readonly kind: BrowserApplication['kind'];
}[] = [
  { title: 'no answer of the site is not known', events: [], kind: 'unknown' },
  { title: 'a browser without a ticket has none', events: [read(undefined)], kind: 'none' },
  { title: 'the application of a ticket is kept', events: [read(status)], kind: 'kept' },
  { title: 'a kept application can be chosen', events: [read(status), chosen], kind: 'chosen' },
  {
    title: 'a chosen application stays chosen when it is read again',
    events: [read(status), chosen, read(status)],
    kind: 'chosen',
  },
  { title: 'nothing is chosen without an application', events: [chosen], kind: 'unknown' },
  {
    title: 'an accepted application without its ticket means that cookies are blocked',
    events: [read(undefined, true)],
    kind: 'blocked',
  },
  {
    title: 'blocked cookies stay blocked when the page is shown again',
    events: [read(undefined, true), read(undefined)],
    kind: 'blocked',
  },
  {
    title: 'a ticket that arrives after blocked cookies shows its application',
    events: [read(undefined, true), read(status, true)],
    kind: 'chosen',
  },
  { title: 'a withdrawn application is withdrawn', events: [read(withdrawn)], kind: 'withdrawn' },
  {
    title: 'an application that was withdrawn right after acceptance does not mean blocked cookies',
    events: [read(withdrawn, true)],
    kind: 'withdrawn',
  },
  {
    title: 'a shown application that was withdrawn meanwhile is withdrawn',
    events: [read(status), chosen, read(withdrawn)],
    kind: 'withdrawn',
  },
];
for (const { title, events, kind } of rows)
  test(title, () => assert.equal(after(...events).kind, kind));

test('an earlier application replaces an empty form, and is only named above a form that is in use', () => {
  const empty = applicationView(after(read(status)), idle, false);
  assert.ok(empty.kind === 'accepted');
  assert.equal(empty.application.reason, 'earlier');
  assert.deepEqual(applicationView(after(read(status)), idle, true), {
    kind: 'form',
    earlier: status,
  });
});

test('a chosen application replaces a form that is in use', () => {
  const view = applicationView(after(read(status), chosen), idle, true);
  assert.ok(view.kind === 'accepted');
  assert.equal(view.application.reason, 'chosen');
});

test('an application that was submitted on the page is shown before its ticket is read', () => {
  const view = applicationView({ kind: 'unknown' }, accepted, true);
  assert.ok(view.kind === 'accepted');
  assert.deepEqual([view.application.reason, view.application.applicantId], ['submitted', '511']);
});

test('an accepted application whose ticket is missing is shown without its documents', () => {
  const view = applicationView(after(read(undefined, true)), accepted, true);
  assert.equal(view.kind, 'cookies-blocked');
  assert.equal(applicationView(after(read(undefined, true)), idle, true).kind, 'cookies-blocked');
});

test('the form says that an application was withdrawn', () => {
  const view = applicationView(after(read(withdrawn)), idle, false);
  assert.deepEqual(view, { kind: 'withdrawn', status: withdrawn, isExpected: false });
});

test('a withdrawn application that was submitted on the page takes the place of its documents', () => {
  const view = applicationView(after(read(status), read(withdrawn)), accepted, true);
  assert.ok(view.kind === 'withdrawn');
  assert.deepEqual([view.isExpected, view.application?.reason], [true, 'submitted']);
});
