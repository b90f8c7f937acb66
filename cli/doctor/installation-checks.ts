import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { heldApplications } from '#src/api-host/admin/erase.ts';
import { databaseFile, hostSchema, hostSecrets, openDocumentStore } from '#src/api-host/data.ts';
import type { Tables } from '#src/api-host/database/schema.ts';
import { reservedBytes } from '#src/api-host/documents/file-store.ts';
import { identifiedStore } from '#src/api-host/documents/store-id.ts';
import { companiesOfOpenings } from '#src/api-host/opening-warnings.ts';
import { clamdScanner } from '#src/api-host/scan/clamd.ts';
import { unknownCompanies } from '#src/config/companies.ts';
import { freeBytes } from '#src/config/readiness.ts';
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
import { heldSubmissions } from '#src/submissions/erased-submissions.ts';
import type { SubmissionTables } from '#src/submissions/schema.ts';
import {
  hasSessionSecret,
  sessionSecret,
  sessionSecretFile,
} from '#src/submissions/session-secret.ts';
import { submissionsFile, submissionsSchema } from '#src/submissions/submission-database.ts';

import {
  type Check,
  type CheckProblem,
  type CheckResult,
  fail,
  failIf,
  warn,
  warnIf,
} from './check.ts';

export interface Installation {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: Settings;
  readonly hostSettings: HostSettings;
}

export const readInstallation = (env: Installation['env']): Installation => ({
  env,
  settings: readSettings(env),
  hostSettings: readHostSettings(env),
});

export const isInstalled = ({ settings }: Installation): boolean =>
  settings.databaseUrl !== undefined || existsSync(settings.dataDir);

const gibibyte = 1024 ** 3;

/** They only read: nothing is created or migrated. */
export const installationChecks: readonly Check<Installation>[] = [
  {
    name: 'settings',
    run: ({ env, hostSettings: { publicOrigin } }) => ({
      problems: [
        ...warnIf(isSamplePublic(publicOrigin), sampleWarning),
        ...unknownSettings(env).map(({ variable, nearest }) =>
          warn(`${variable} is no setting and has no effect; did you mean ${nearest}?`),
        ),
        ...warnIf(
          lacksSiteOrigin(env),
          'SITE_ORIGIN is unset: links, feeds and canonical URLs name localhost',
        ),
      ],
      observation: 'every setting is valid',
    }),
  },
  {
    name: 'DATA_DIR',
    run: ({ settings: { dataDir } }) => {
      if (!existsSync(dataDir))
        return { problems: [warn(`${dataDir} does not exist: the first start makes it`)] };
      accessSync(dataDir, constants.W_OK | constants.X_OK);
      const { mode } = statSync(dataDir);
      return {
        problems: warnIf(
          (mode & 0o077) !== 0,
          `${dataDir} can be read by other users (mode ${(mode & 0o777).toString(8)})`,
        ),
        observation: dataDir,
      };
    },
  },
  {
    name: 'session secret',
    run: ({ settings }) => {
      const path = join(settings.dataDir, sessionSecretFile);
      if (settings.sessionSecret !== undefined)
        return { problems: [], observation: 'SESSION_SECRET' };
      if (!existsSync(path)) return { problems: [], observation: 'made at the first start' };
      return {
        problems: [
          ...failIf(!hasSessionSecret(settings), `${path} has fewer than 32 characters`),
          ...failIf(
            (statSync(path).mode & 0o077) !== 0,
            `${path} can be read by other users: chmod 600, and replace it`,
          ),
        ],
        observation: path,
      };
    },
  },
  {
    name: "API host's database",
    run: ({ hostSettings }) =>
      openExisting<Tables>(hostSettings, databaseFile, hostSchema, async (database) => {
        const expired = { retention: { days: hostSettings.retentionDays }, now: new Date() };
        const unknown = unknownCompanies(await companiesOfOpenings(database.db));
        return [...unknown.map(warn), ...heldWarning(await heldApplications(database, expired))];
      }),
  },
  {
    name: "site's submissions",
    run: ({ settings }) =>
      openExisting<SubmissionTables>(
        settings,
        submissionsFile,
        submissionsSchema,
        async ({ db }) => {
          if (hasSessionSecret(settings))
            await requireShared(db, 'site_facts', { SESSION_SECRET: sessionSecret(settings) });
          return heldWarning(await heldSubmissions(db, { days: settings.retentionDays }));
        },
      ),
  },
  {
    name: 'documents',
    run: async ({ hostSettings }) => {
      const { databaseUrl, dataDir, documentsUrl } = hostSettings;
      if (databaseUrl === undefined && !existsSync(join(dataDir, databaseFile))) return undefined;
      if (documentsUrl.protocol === 'file:' && !existsSync(documentsUrl))
        return { problems: [warn(`${documentsUrl.href} does not exist: a start makes it`)] };
      const store = await openDocumentStore(hostSettings);
      const secrets = hostSecrets(hostSettings);
      await openExisting<Tables>(hostSettings, databaseFile, hostSchema, async (database) => {
        await identifiedStore(store, database, secrets, false).check();
        return [];
      });
      return { problems: [], observation: documentsUrl.href };
    },
  },
  {
    name: 'mail',
    run: async ({ hostSettings: { mail } }) => {
      if (!mail) return undefined;
      const { checkSmtp } = await import('#src/api-host/mail/smtp.ts');
      const { smtpProblem } = await import('#src/api-host/mail/delivery.ts');
      const problem = await checkSmtp(mail).then(() => undefined, smtpProblem);
      const { host, username } = new URL(mail.url);
      return {
        problems: failIf(problem !== undefined, `${host}: ${problem}`),
        observation: `${host} accepts the connection${username && ' and the login'}; nothing was sent`,
      };
    },
  },
  {
    name: 'malware scanner',
    run: async ({ hostSettings: { clamd } }) => {
      if (!clamd) return undefined;
      const observation = 'path' in clamd ? clamd.path : `${clamd.host}:${clamd.port}`;
      const problem = await clamdScanner(clamd, { idleMs: 5000 })
        .ping()
        .then(
          () => undefined,
          (error: Error) => error.message,
        );
      return {
        problems: failIf(
          problem !== undefined,
          `clamd at ${observation} does not respond (${problem}): documents are received, and held back`,
        ),
        observation,
      };
    },
  },
  {
    name: 'free space',
    run: async ({ settings: { dataDir } }) => {
      if (!existsSync(dataDir)) return undefined;
      const free = await freeBytes(dataDir);
      const [unit, bytes] = free < gibibyte ? ['MiB', gibibyte / 1024] : ['GiB', gibibyte];
      const observation = `${(free / bytes).toFixed(1)} ${unit} in DATA_DIR`;
      const problems =
        free < reservedBytes
          ? [fail(`${observation}: no document is accepted below 64 MiB`)]
          : warnIf(free < gibibyte, `${observation}, less than 1 GiB`);
      return { problems, observation };
    },
  },
];

const heldWarning = (held: number): CheckProblem[] =>
  warnIf(
    held > 0,
    `${held} applications would be erased at once: this waits. If the clock and RETENTION_DAYS are right, run \`careers host erase --expired\``,
  );

async function openExisting<Tables>(
  settings: Settings | HostSettings,
  name: string,
  schema: DatabaseSchema,
  inspect: (database: Database<Tables>) => Promise<readonly CheckProblem[]> = async () => [],
): Promise<CheckResult | undefined> {
  const file = join(settings.dataDir, name);
  if (settings.databaseUrl === undefined && !existsSync(file)) return undefined;
  const database = await openConfiguredDatabase<Tables>({ ...settings, file }, schema, 'never');
  const problems = await inspect(database).finally(() => database.close());
  return {
    problems,
    observation: `${database.dialect.name}, schema ${database.schemaVersion}`,
  };
}
