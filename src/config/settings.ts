import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { socketPathOf } from '#src/http/base-url.ts';
import { once } from '#src/jobs/once.ts';
import {
  type Environment,
  type EnvironmentValues,
  parseEnvironment,
  SettingsError,
} from './environment.ts';

/** Makes properties whose value may be undefined optional. */
type SetValues<Values> = {
  readonly [Name in keyof Values as undefined extends Values[Name] ? never : Name]: Values[Name];
} & {
  readonly [Name in keyof Values as undefined extends Values[Name] ? Name : never]?: NonNullable<
    Values[Name]
  >;
};
const withoutUnset = <Values extends object>(values: Values) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as SetValues<Values>;

const commonSettings = (data: EnvironmentValues) => ({
  /** The origin of the site, if other machines can open it. */
  publicOrigin:
    data.SITE_ORIGIN === undefined || isLoopback(new URL(data.SITE_ORIGIN).hostname)
      ? undefined
      : data.SITE_ORIGIN,
  dataDir: resolve(data.DATA_DIR),
  databaseUrl: data.DATABASE_URL,
  /** A direct connection for migrations, if DATABASE_URL is that of a pooler. */
  migrationDatabaseUrl: data.MIGRATION_DATABASE_URL,
  databaseLimits: databaseLimits(data),
  uploadMaxBytes: data.UPLOAD_MAX_BYTES,
  sessionSecret: data.SESSION_SECRET,
  /** If it is absent, applications and messages are never deleted, and submissions are deleted after seven days. */
  retentionDays: data.RETENTION_DAYS,
  metrics:
    data.METRICS_PORT === undefined
      ? undefined
      : { port: data.METRICS_PORT, host: data.METRICS_HOST },
  tracesEndpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT,
  logLevel: data.LOG_LEVEL,
});

/** Limits of the connections to PostgreSQL. The defaults are in database/postgres.ts. */
function databaseLimits(data: EnvironmentValues) {
  const limits = withoutUnset({
    poolSize: data.DATABASE_POOL_SIZE,
    connectTimeoutMs: data.DATABASE_CONNECT_TIMEOUT_MS,
    lockTimeoutMs: data.DATABASE_LOCK_TIMEOUT_MS,
    statementTimeoutMs: data.DATABASE_STATEMENT_TIMEOUT_MS,
    idleTimeoutMs: data.DATABASE_IDLE_TIMEOUT_MS,
  });
  return Object.keys(limits).length > 0 ? limits : undefined;
}

/** The settings of the site. Durations are milliseconds, sizes bytes. */
export type Settings = ReturnType<typeof readSettings>;

export function readSettings(env: Environment) {
  const data = parseEnvironment(env);
  const port = data.PORT ?? 3000;
  return withoutUnset({
    ...commonSettings(data),
    /** With 0, `start` chooses a free port and sets PORT to it. */
    port,
    /** If it is absent, the site listens on all interfaces. */
    host: data.HOST,
    siteOrigin: data.SITE_ORIGIN ?? `http://localhost:${port}`,
    apiHost: data.API_HOST,
    apiSecondaryHost: data.API_SECONDARY_HOST ?? data.API_HOST,
    /** The secret that the site sends to the API host with every call; see HostSettings. */
    apiHostSecret: data.API_HOST_SECRET,
    apiTimeoutMs: data.API_TIMEOUT_MS,
    cacheTtlMs: data.CACHE_TTL_MS,
    /** A visitor waits this time for current openings if an earlier copy can be shown. */
    staleAfterMs: data.STALE_AFTER_MS,
    redisUrl: data.REDIS_URL,
    captchaSecret: data.CAPTCHA_SECRET,
    /** The number of proxies in front of the site that append to X-Forwarded-For. With 0 the header is ignored. */
    trustProxy: data.TRUST_PROXY,
  });
}

export type HostSettings = ReturnType<typeof readHostSettings>;

export function readHostSettings(env: Environment) {
  const data = parseEnvironment(env);
  const common = commonSettings(data);
  const host = data.HOST ?? '127.0.0.1';
  const documentsUrl = new URL(
    data.DOCUMENTS_URL ?? pathToFileURL(join(common.dataDir, 'documents')),
  );
  const s3 = documentsUrl.protocol === 's3:' ? s3Settings(documentsUrl, data) : undefined;
  if (!s3 && !isDirectoryUrl(documentsUrl))
    throw new SettingsError({
      variable: 'DOCUMENTS_URL',
      message: 'must be a file: URL such as file:///srv/documents',
    });
  return withoutUnset({
    ...common,
    port: data.PORT ?? 3001,
    host,
    /** A Unix socket instead of a port, from a HOST such as unix:/srv/careers/host.sock. */
    socketPath: socketPathOf(host),
    /** Calls without the secret are refused. If it is absent, every call is accepted. */
    secret: data.API_HOST_SECRET,
    siteOrigin: data.SITE_ORIGIN,
    sampleData:
      data.SAMPLE_DATA === 'on' ||
      (data.SAMPLE_DATA === 'auto' &&
        common.publicOrigin === undefined &&
        data.SITE_CONFIG === undefined),
    documentsUrl,
    s3,
    mail: mailSettings(data),
    clamd: data.CLAMD_URL,
  });
}

/** Returns whether SITE_ORIGIN is missing on a public site, whose links would then name localhost. */
export function lacksSiteOrigin(env: Environment): boolean {
  const { SITE_ORIGIN, HOST, API_HOST, TRUST_PROXY } = parseEnvironment(env);
  if (SITE_ORIGIN !== undefined) return false;
  return (
    env.NODE_ENV === 'production' ||
    (HOST !== undefined && !isLoopback(HOST)) ||
    (API_HOST !== undefined && !isLoopback(new URL(API_HOST).hostname)) ||
    TRUST_PROXY > 0
  );
}

/** Returns whether a host is this machine. The empty host is that of a Unix socket. */
export const isLoopback = (host: string): boolean =>
  /^(?:|localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(host);

export type MailSettings = NonNullable<ReturnType<typeof mailSettings>>;

function mailSettings({ SMTP_URL: url, MAIL_FROM: from }: EnvironmentValues) {
  if (url === undefined) return undefined;
  if (from === undefined)
    throw new SettingsError({ variable: 'MAIL_FROM', message: 'is required with SMTP_URL' });
  return { url, from };
}

export type S3Settings = ReturnType<typeof s3Settings>;

function s3Settings({ href, hostname: bucket, pathname }: URL, data: EnvironmentValues) {
  const { S3_ENDPOINT, S3_REGION: region, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = data;
  const problems = [];
  // linear: the URL is a setting
  if (!/^s3:\/\/[\w.-]{3,63}(?:\/[\w.-]+)*\/?$/.test(href))
    problems.push({
      variable: 'DOCUMENTS_URL',
      message: 'must be s3://bucket or s3://bucket/prefix',
    });
  for (const [variable, value] of Object.entries({ S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }))
    if (value === undefined)
      problems.push({ variable, message: 'is required if DOCUMENTS_URL is an s3: address' });
  if (S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined || problems.length > 0)
    throw new SettingsError(...problems);
  const path = pathname.replaceAll(/^\/|\/$/g, '');
  return {
    /** The URL has no trailing slash. */
    endpoint: S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`,
    region,
    bucket,
    /** Empty, or ends with a slash. */
    prefix: path === '' ? '' : `${path}/`,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

function isDirectoryUrl(url: URL): boolean {
  try {
    // fileURLToPath throws for a URL that is not a local path.
    return url.protocol === 'file:' && fileURLToPath(url) !== '';
  } catch {
    return false;
  }
}

/** The settings of this process are read once. `start` sets API_HOST and PORT before the first call. */
export const settings = once((): Settings => readSettings(process.env));
