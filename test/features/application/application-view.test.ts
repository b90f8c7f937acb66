import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubmissionStatus } from '#src/domain/model/submission.ts';
import {
  applicationView,
  type KnownApplication,
  knownAfter,
} from '#src/features/application/application-view.ts';
import type { ApplicationAnswer } from '#src/features/application/form-values.ts';
import { acceptedStatus as status } from './support/accepted-status.ts';

const withdrawn = { ...status, isWithdrawn: true };
const submitted: ApplicationAnswer = {
  ...{ httpStatus: 200, result: 'success', message: '' },
  ...{ accepted: { applicantId: '511' }, values: {} },
};

const unknown: KnownApplication = { isChosen: false };
const after = (...answers: readonly (SubmissionStatus | undefined)[]) =>
  answers.reduce((known, found) => knownAfter(known, found), unknown);
const chosen = { ...after(status), isChosen: true };

const views: readonly {
  readonly title: string;
  readonly known: KnownApplication;
  readonly result?: ApplicationAnswer;
  readonly isInUse?: boolean;
  readonly view: object;
}[] = [
  {
    title: 'no answer of the site leaves the form',
    known: unknown,
    view: { kind: 'form', earlier: undefined },
  },
  {
    title: 'a browser without a ticket has a form',
    known: after(undefined),
    view: { kind: 'form', earlier: null },
  },
  {
    title: 'an earlier application replaces an empty form',
    known: after(status),
    view: { kind: 'accepted', application: { reason: 'earlier', ...status } },
  },
  {
    title: 'an earlier application is only named above a form that is in use',
    known: after(status),
    isInUse: true,
    view: { kind: 'form', earlier: status },
  },
  {
    title: 'a chosen application replaces a form that is in use, also when it is read again',
    known: knownAfter(chosen, status),
    isInUse: true,
    view: { kind: 'accepted', application: { reason: 'chosen', ...status } },
  },
  {
    title: 'an accepted application without its ticket means that cookies are blocked',
    known: after(undefined),
    result: submitted,
    view: { kind: 'cookies-blocked', application: { reason: 'submitted', applicantId: '511' } },
  },
  {
    title: 'blocked cookies stay blocked when the page is shown again',
    known: after(undefined, undefined),
    result: submitted,
    view: { kind: 'cookies-blocked', application: { reason: 'submitted', applicantId: '511' } },
  },
  {
    title: 'a ticket that arrives after blocked cookies shows its application',
    known: after(undefined, status),
    result: submitted,
    view: { kind: 'accepted', application: { reason: 'submitted', applicantId: '511' } },
  },
  {
    title: 'an application that was submitted on the page is shown before its ticket is read',
    known: unknown,
    result: submitted,
    isInUse: true,
    view: { kind: 'accepted', application: { reason: 'submitted', applicantId: '511' } },
  },
  {
    title: 'the form says that an application was withdrawn',
    known: after(withdrawn),
    isInUse: true,
    view: {
      kind: 'withdrawn',
      status: withdrawn,
      isExpected: false,
      application: undefined,
    },
  },
  {
    title:
      'a withdrawn application that was submitted on the page takes the place of its documents',
    known: after(status, withdrawn),
    result: submitted,
    view: {
      kind: 'withdrawn',
      status: withdrawn,
      isExpected: true,
      application: { reason: 'submitted', applicantId: '511' },
    },
  },
  {
    title: 'an application that another tab sent takes the place of this form',
    known: knownAfter(after(undefined), status, true),
    isInUse: true,
    view: { kind: 'accepted', application: { reason: 'chosen', ...status } },
  },
  {
    title: 'an application that the page knew is not one that another tab sent now',
    known: knownAfter(after(status), status, true),
    isInUse: true,
    view: { kind: 'form', earlier: status },
  },
];
for (const { title, known, result, isInUse = false, view } of views)
  test(title, () => assert.deepEqual(applicationView(known, result, isInUse), view));
