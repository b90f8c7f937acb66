import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubmissionStatus } from '#src/browser/submission-status.ts';
import { reduceApplication } from '#src/features/application/application-reducer.ts';
import {
  type ApplicationEvent,
  type ApplicationFormState,
  applicationView,
  unopenedApplication,
} from '#src/features/application/application-state.ts';
import type { ApplicationResult } from '#src/features/application/form-values.ts';
import { acceptedStatus as status } from './support/accepted-status.ts';

const expected = { applicantId: '511', request: async () => undefined };
const unopened = unopenedApplication([], {});
const reduce = (state: ApplicationFormState, event: ApplicationEvent): ApplicationFormState =>
  reduceApplication(state, event, () => ({ form: {}, drafts: [], now: 9, newKey: 'new key' }))
    .state;
const after = (...events: ApplicationEvent[]) => events.reduce(reduce, unopened);
const opened: ApplicationEvent = {
  type: 'opened',
  tab: 'own',
  wasForgotten: false,
};
const entered: ApplicationEvent = { type: 'entered', name: 'firstname', value: 'Eve' };
const withdrawn = { ...status, isWithdrawn: true };
const read = (found: SubmissionStatus | undefined, isExpected = false): ApplicationEvent => ({
  type: 'status-read',
  status: found,
  request: isExpected ? { reason: 'accepted', expected } : { reason: 'opened' },
});
const chosen: ApplicationEvent = { type: 'chosen' };
const idle: ApplicationResult = { status: 'idle' };
const submitted: ApplicationResult = { status: 'accepted', applicantId: '511', values: {} };

const answers: readonly {
  readonly title: string;
  readonly events: readonly ApplicationEvent[];
  readonly kind: ApplicationFormState['application']['kind'];
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
for (const { title, events, kind } of answers)
  test(title, () => assert.equal(after(...events).application.kind, kind));

test('an earlier application replaces an empty form, and is only named above a form that is in use', () => {
  const empty = applicationView(after(read(status)), idle);
  assert.ok(empty.kind === 'accepted');
  assert.equal(empty.application.reason, 'earlier');
  assert.deepEqual(applicationView(after(opened, entered, read(status)), idle), {
    kind: 'form',
    earlier: status,
  });
});

test('a chosen application replaces a form that is in use', () => {
  const view = applicationView(after(opened, entered, read(status), chosen), idle);
  assert.ok(view.kind === 'accepted');
  assert.equal(view.application.reason, 'chosen');
});

test('an application that was submitted on the page is shown before its ticket is read', () => {
  const view = applicationView(unopened, submitted);
  assert.ok(view.kind === 'accepted');
  assert.deepEqual([view.application.reason, view.application.applicantId], ['submitted', '511']);
});

test('an accepted application whose ticket is missing is shown without its documents', () => {
  const view = applicationView(after(read(undefined, true)), submitted);
  assert.equal(view.kind, 'cookies-blocked');
  assert.equal(
    applicationView(after(opened, entered, read(undefined, true)), idle).kind,
    'cookies-blocked',
  );
});

test('the form says that an application was withdrawn', () => {
  const view = applicationView(after(read(withdrawn)), idle);
  assert.deepEqual(view, { kind: 'withdrawn', status: withdrawn, isExpected: false });
});

test('a withdrawn application that was submitted on the page takes the place of its documents', () => {
  const view = applicationView(after(read(status), read(withdrawn)), submitted);
  assert.ok(view.kind === 'withdrawn');
  assert.deepEqual([view.isExpected, view.application?.reason], [true, 'submitted']);
});

test('an application that another tab sent takes the place of this form, unless the page knew it', () => {
  const mine = after(opened, entered);
  const removed = (kept?: string): ApplicationEvent => ({
    type: 'status-read',
    status,
    request: { reason: 'removed-elsewhere', kept },
  });
  assert.equal(reduce(mine, removed()).application.kind, 'chosen');
  assert.equal(reduce(mine, removed(status.applicantId)).application.kind, 'kept');
});

test('a site that does not answer changes nothing that is known', () => {
  const kept = after(opened, read(status));
  const event: ApplicationEvent = {
    type: 'status-read',
    status: 'no-answer',
    request: { reason: 'opened' },
  };
  assert.deepEqual(reduce(kept, event).application, kept.application);
});
