import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Hono } from 'hono';
import { uploadPath } from '#src/addresses.ts';
import { openHostData } from '#src/api-host/data.ts';
import { documentCleanup } from '#src/api-host/documents/document-cleanup.ts';
import { erase } from '#src/api-host/erase.ts';
import { startHost } from '#src/api-host/host.ts';
import { openConfiguredDatabase } from '#src/database/open.ts';
import { createApiClient } from '#src/domain/api/api-client.ts';
import { uploadProxy } from '#src/features/documents/upload-proxy.ts';
import { myApplication } from '#src/features/my-application/my-application-routes.ts';
import { withRequestContext } from '#src/middleware/request-context.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { openSubmissionRepository } from '#src/submissions/repository.ts';
import type { SubmissionTables } from '#src/submissions/schema.ts';
import { submissionsFile, submissionsSchema } from '#src/submissions/submission-database.ts';
import {
  addCompanyMails,
  collectingLog,
  environmentIn,
  provide,
  settingsIn,
  temporaryDirectory,
} from '#test/api-host/support/host.ts';
import { testOpenings } from '#test/api-host/support/openings.ts';
import { smtpServer } from '#test/api-host/support/smtp-server.ts';
import { storedDocuments } from '#test/api-host/support/upload.ts';
import { careers } from '#test/cli/support/in-process.ts';
import type { Turns } from './turns.ts';

const secret = 's'.repeat(40);
const now = () => new Date();

export type World = Awaited<ReturnType<typeof startWorld>>;

/** Starts a site and its API host on one data directory, whose processes can be restarted. */
export async function startWorld(t: TestContext) {
  const dataDir = await temporaryDirectory(t);
  const file = join(dataDir, submissionsFile);
  const smtp = await smtpServer(t);
  const settings = settingsIn(dataDir, {
    secret,
    siteOrigin: 'http://localhost:3000',
    mail: { url: smtp.url, from: 'careers@example.com' },
  });
  const { databaseUrl } = settings;
  const siteStore = { file, ...(databaseUrl !== undefined && { databaseUrl }) };
  const { log, lines } = collectingLog();
  addCompanyMails(t, { 'Test Bakery': { notify: 'hr@example.com' } });
  await provide(dataDir, testOpenings);
  const startProcesses = async () => {
    const host = await startHost(settings, { log });
    const client = createApiClient({ apiHost: host.origin, secret, timeoutMs: 300_000 });
    const submissions = openSubmissionRepository({ ...siteStore, secret, leaseMs: 200, pollMs: 5 });
    return { host, client, submissions };
  };
  let running = await startProcesses();
  const stopProcesses = async () => {
    await running.submissions.close();
    await running.client.close();
    await running.host.close();
  };
  t.after(stopProcesses);

  /** Returns the site, whose calls wait for the turn of an actor. */
  const siteOf = (turns: Turns, actor: number) => {
    const client = turns.of(actor, running.client, [
      'checkCandidate',
      'applyToOpening',
      'applicationState',
      'registerLink',
      'readLink',
      'withdrawByLink',
      'eraseByLink',
      'uploadDocument',
    ]);
    const submissions = turns.of(
      actor,
      running.submissions,
      ['markSending', 'settle', 'remove', 'storeAccepted', 'erase', 'findByTicket', 'markReceived'],
      ['start', 'withUploadLease'],
    );
    const options = { client: () => client, submissions: () => submissions };
    const app = new Hono<SiteEnv>()
      .use(withRequestContext())
      .post(uploadPath, uploadProxy({ ...options, maxBytes: 1_000_000 }))
      .route('/', myApplication(options));
    return { client, submissions, app };
  };

  // Opened once: a check of the stores after each step would spend most of its time on it.
  const { database, store, close } = await openHostData(settings);
  const site = await openConfiguredDatabase<SubmissionTables>(siteStore, submissionsSchema);
  t.after(() => Promise.all([close(), site.close()]));

  return {
    smtp,
    lines,
    siteOf,
    async restart() {
      await stopProcesses();
      running = await startProcesses();
    },
    /** What the retention of a host and of a site does each hour. */
    async eraseAsExpired() {
      const at = new Date(Date.now() + 1);
      const retention = { days: 0, daysOfCompanies: new Map<string, number>() };
      const cleanup = documentCleanup(database, store, { clock: now, log });
      await erase(database, cleanup, { retention, now: at });
      const options = { ...siteStore, secret, retention, now: () => at.getTime() };
      const submissions = openSubmissionRepository(options);
      await submissions.purge();
      await submissions.close();
    },
    /** The time passes after which a site no longer considers erasures. */
    endErasures: () => site.db.deleteFrom('erasure').execute(),
    /** A command of an operator, with a mail to the applicant. */
    setStage: (applicant: string) =>
      careers(['host', 'applications', 'set', applicant, '--stage', 'review', '--mail'], {
        env: {
          ...environmentIn(dataDir),
          SMTP_URL: smtp.url,
          MAIL_FROM: 'careers@example.com',
          LOG_LEVEL: 'silent',
        },
      }),
    eraseByOperator: (option: string, value: string) =>
      careers(['host', 'erase', option, value], {
        env: { ...environmentIn(dataDir), SESSION_SECRET: secret, LOG_LEVEL: 'silent' },
      }),
    /** Everything that refers to an application, in each store. */
    async contents() {
      const { db } = database;
      const idsIn = async (
        table:
          | 'documents'
          | 'mail_outbox'
          | 'application_links'
          | 'application_stages'
          | 'candidates',
      ) =>
        (await db.selectFrom(table).select('applicant_id').execute()).map(
          (row) => row.applicant_id,
        );
      const applications = await db.selectFrom('applications').select('id').execute();
      const orphaned = await db.selectFrom('orphaned_files').select('stored_as').execute();
      const documents = await db.selectFrom('documents').select('stored_as').execute();
      const references = {
        documents: await idsIn('documents'),
        mail: await idsIn('mail_outbox'),
        links: await idsIn('application_links'),
        candidates: await idsIn('candidates'),
        stages: await idsIn('application_stages'),
      };
      const submissions = await site.db.selectFrom('submission').select(['applicant_id']).execute();
      return {
        applications: applications.map(({ id }) => id),
        references: {
          ...references,
          submissions: submissions.flatMap((row) => row.applicant_id ?? []),
        },
        recordedFiles: documents.map((row) => row.stored_as).toSorted(),
        orphanedFiles: orphaned.map((row) => row.stored_as),
        storedFiles: (await storedDocuments(dataDir)).toSorted(),
      };
    },
  };
}
