import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { SubmissionResult } from '#src/domain/model/submission.ts';
import {
  openSubmissionRepository,
  type SubmissionRepository,
  type SubmissionRepositoryOptions,
} from '#src/submissions/repository.ts';
import { acceptSubmission } from '#test/support/accept-submission.ts';
import { buildApplication } from '#test/support/build-application.ts';

export const secret = 'a secret of forty characters, for tests.';

/** Returns a directory that is removed after the test. */
export function scratch(t: TestContext): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'careers-submissions-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export const key = 'k'.repeat(22);

export function openRepository(t: TestContext, options: Partial<SubmissionRepositoryOptions> = {}) {
  const opened = openSubmissionRepository({ file: ':memory:', secret, pollMs: 5, ...options });
  t.after(() => opened.close());
  return opened;
}

/** Starts a submission and expects the lease. */
export async function lease(
  repository: SubmissionRepository,
  ...args: Parameters<SubmissionRepository['start']>
) {
  const start = await repository.start(...args);
  assert.ok(start.kind === 'send', 'another caller has the lease');
  return start;
}

export type Sending = Awaited<ReturnType<typeof lease>>;

export const accept = (repository: SubmissionRepository, start: Sending, applicantId = '1') =>
  repository.settle(start, { status: 'accepted', applicantId }, buildApplication());
export const settle = (
  repository: SubmissionRepository,
  start: Sending,
  result: SubmissionResult,
) => repository.settle(start, result, buildApplication());

/** Starts a submission that the host accepts. Returns its id. */
export const accepted = (
  repository: SubmissionRepository,
  formKey: string | undefined,
  changed: Partial<Parameters<SubmissionRepository['start']>[1]> = {},
  applicantId = '1',
) => acceptSubmission(repository, applicantId, formKey, buildApplication(changed));

/** Returns a repository with an accepted submission. */
export async function withAccepted(
  t: TestContext,
  options: Partial<SubmissionRepositoryOptions> = {},
  applicantId = '1',
) {
  const site = openRepository(t, options);
  return { site, id: await accepted(site, key, {}, applicantId) };
}
