import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile, hostSchema, hostSecrets, openDocumentStore } from '#src/api-host/data.ts';
import type { Tables } from '#src/api-host/database/schema.ts';
import { reservedBytes } from '#src/api-host/documents/file-store.ts';
import { identifiedStore } from '#src/api-host/documents/store-id.ts';
import { applicationsAwaitingOperator } from '#src/api-host/erase.ts';
import { companiesOfOpenings } from '#src/api-host/openings/opening-warnings.ts';
import { clamdScanner } from '#src/api-host/scan/clamd.ts';
import { unknownCompanies } from '#src/config/companies.ts';
import {
  type HostSettings,
  lacksSiteOrigin,
  readHostSettings,
  readSettings,
  type Settings,
} from '#src/config/settings.ts';
import { isSamplePublic, sampleWarning } from '#src/config/site.ts';
import { unknownSettings } from '#src/config/unknown-settings.ts';
import type { Database } from '#src/database/database.ts';
import { type DatabaseSchema, openConfiguredDatabase } from '#src/database/open.ts';
import { requireShared } from '#src/database/shared-settings.ts';
import { freeBytes } from '#src/files/disk.ts';
import { submissionsAwaitingOperator } from '#src/submissions/erased-submissions.ts';
import type { SubmissionTables } from '#src/submissions/schema.ts';
import {
  hasSessionSecret,
  sessionSecret,
  sessionSecretFile,
} from '#src/submissions/session-secret.ts';
import { submissionsFile, submissionsSchema } from '#src/submissions/submission-database.ts';
import type { Check, Report } from './check.ts';

type Installation = ReturnType<typeof readInstallation>;

export const readInstallation = (env: Readonly<Record<string, string | undefined>>) => ({
  env,
  settings: readSettings(env),
  hostSettings: readHostSettings(env),
});

export const isInstalled = ({ settings }: Installation): boolean =>
  settings.databaseUrl !== undefined || existsSync(settings.dataDir);

const gibibyte = 1024 ** 3;

/** The checks only read: nothing is created or migrated. */
export const installationChecks: readonly Check<Installation>[] = [
  {
    name: 'settings',
    run: ({ env, hostSettings: { publicOrigin } }, report) => {
      if (isSamplePublic(publicOrigin)) report.warn(sampleWarning);
      for (const { variable, nearest } of unknownSettings(env))
        report.warn(`${variable} is no setting and has no effect; did you mean ${nearest}?`);
      if (lacksSiteOrigin(env))
        report.warn('SITE_ORIGIN is unset: links, feeds and canonical URLs name localhost');
      return 'every setting is valid';
    },
  },
  {
    name: 'DATA_DIR',
    run: ({ settings: { dataDir } }, report) => {
      if (!existsSync(dataDir)) {
        report.warn(`${dataDir} does not exist: the first start makes it`);
        return undefined;
      }
      accessSync(dataDir, constants.W_OK | constants.X_OK);
      const { mode } = statSync(dataDir);
      if (isOpenToOthers(mode))
        report.warn(`${dataDir} can be read by other users (mode ${(mode & 0o777).toString(8)})`);
      return dataDir;
    },
  },
  {
    name: 'session secret',
    run: ({ settings }, report) => {
      const path = join(settings.dataDir, sessionSecretFile);
      if (settings.sessionSecret !== undefined) return 'SESSION_SECRET';
      if (!existsSync(path)) return 'made at the first start';
      if (!hasSessionSecret(settings)) report.fail(`${path} has fewer than 32 characters`);
      if (isOpenToOthers(statSync(path).mode))
        report.fail(`${path} can be read by other users: chmod 600, and replace it`);
      return path;
    },
  },
  {
    name: "API host's database",
    run: ({ hostSettings }, report) =>
      openExisting<Tables>(hostSettings, databaseFile, hostSchema, async (database) => {
        const expired = { retention: { days: hostSettings.retentionDays }, now: new Date() };
        report.warn(...unknownCompanies(await companiesOfOpenings(database.db)));
        warnOfHeld(await applicationsAwaitingOperator(database, expired), report);
      }),
  },
  {
    name: "site's submissions",
    run: ({ settings }, report) =>
      openExisting<SubmissionTables>(
        settings,
        submissionsFile,
        submissionsSchema,
        async ({ db }) => {
          if (hasSessionSecret(settings))
            await requireShared(db, 'site_facts', { SESSION_SECRET: sessionSecret(settings) });
          warnOfHeld(
            await submissionsAwaitingOperator(db, { days: settings.retentionDays }),
            report,
          );
        },
      ),
  },
  {
    name: 'documents',
    run: async ({ hostSettings }, report) => {
      const { databaseUrl, dataDir, documentsUrl } = hostSettings;
      if (databaseUrl === undefined && !existsSync(join(dataDir, databaseFile))) return undefined;
      if (documentsUrl.protocol === 'file:' && !existsSync(documentsUrl)) {
        report.warn(`${documentsUrl.href} does not exist: a start makes it`);
        return undefined;
      }
      const store = await openDocumentStore(hostSettings);
      const secrets = hostSecrets(hostSettings);
      await openExisting<Tables>(hostSettings, databaseFile, hostSchema, async (database) => {
        await identifiedStore(store, database, secrets, false).check();
      });
      return documentsUrl.href;
    },
  },
  {
    name: 'mail',
    run: async ({ hostSettings: { mail } }) => {
      if (!mail) return undefined;
      const { checkSmtp } = await import('#src/api-host/mail/smtp.ts');
      const { smtpProblem } = await import('#src/api-host/mail/delivery.ts');
      const { host, username } = new URL(mail.url);
      await checkSmtp(mail).catch((error: unknown) => {
        throw new Error(`${host}: ${smtpProblem(error)}`);
      });
      return `${host} accepts the connection${username && ' and the login'}; nothing was sent`;
    },
  },
  {
    name: 'malware scanner',
    run: async ({ hostSettings: { clamd } }) => {
      if (!clamd) return undefined;
      const address = 'path' in clamd ? clamd.path : `${clamd.host}:${clamd.port}`;
      const scanner = clamdScanner(clamd, { idleMs: 5000 });
      await scanner.ping().catch(({ message }: Error) => {
        throw new Error(
          `clamd at ${address} does not respond (${message}): documents are received, and held back`,
        );
      });
      return address;
    },
  },
  {
    name: 'free space',
    run: async ({ settings: { dataDir } }, report) => {
      if (!existsSync(dataDir)) return undefined;
      const free = await freeBytes(dataDir);
      const [unit, bytes] = free < gibibyte ? ['MiB', gibibyte / 1024] : ['GiB', gibibyte];
      const observation = `${(free / bytes).toFixed(1)} ${unit} in DATA_DIR`;
      if (free < reservedBytes) report.fail(`${observation}: no document is accepted below 64 MiB`);
      else if (free < gibibyte) report.warn(`${observation}, less than 1 GiB`);
      return observation;
    },
  },
];

const isOpenToOthers = (mode: number): boolean => (mode & 0o077) !== 0;

function warnOfHeld(held: number, report: Report): void {
  if (held > 0)
    report.warn(
      `${held} applications would be erased at once: this waits. If the clock and RETENTION_DAYS are right, run \`careers host erase --expired\``,
    );
}

async function openExisting<Tables>(
  settings: Settings | HostSettings,
  name: string,
  schema: DatabaseSchema,
  inspect: (database: Database<Tables>) => Promise<void>,
): Promise<string | undefined> {
  const file = join(settings.dataDir, name);
  if (settings.databaseUrl === undefined && !existsSync(file)) return undefined;
  const database = await openConfiguredDatabase<Tables>({ ...settings, file }, schema, 'never');
  await inspect(database).finally(() => database.close());
  return `${database.dialect.name}, schema ${database.schemaVersion}`;
}
