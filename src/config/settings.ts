import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { limits } from '#src/domain/model/limits.ts';
import { parseBaseUrl } from '#src/http/base-url.ts';

/** What the environment says, parsed and with its defaults. Durations are milliseconds, sizes bytes. */
export interface Settings {
  /** 0 asks the system for a free port; `start` then puts the real one into PORT. */
  readonly port: number;
  /** Absent: all interfaces. */
  readonly host?: string;
  /** The site's public origin, without a trailing slash. */
  readonly siteOrigin: string;
  /** Absent: the embedded API host. */
  readonly apiHost?: string;
  readonly apiSecondaryHost?: string;
  readonly apiTimeoutMs: number;
  /** 0: nothing is reused. */
  readonly cacheTtlMs: number;
  readonly uploadMaxBytes: number;
  /** Absent: the one kept in `dataDir` (see secret.ts). */
  readonly sessionSecret?: string;
  /** An absolute path. */
  readonly dataDir: string;
  /** Absent: the embedded database in `dataDir`. */
  readonly databaseUrl?: string;
  readonly documentsUrl: string;
  readonly logLevel: (typeof logLevels)[number];
  /** Absent: rate limits are counted in this process's memory. */
  readonly redisUrl?: string;
  /** Absent: no captcha is asked for. */
  readonly captchaSecret?: string;
  /** How many proxies stand in front of the site, each adding to X-Forwarded-For; 0: the header is not believed. */
  readonly trustProxy: number;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** The longest delay Node's timers can hold. */
const longestTimer = 2 ** 31 - 1;

/** One or more settings cannot be used; `variables` names them, the message says what each must be. */
export class SettingsError extends Error {
  readonly variables: readonly string[];
  constructor(problems: readonly { readonly variable: string; readonly message: string }[]) {
    super(problems.map(({ variable, message }) => `${variable} ${message}`).join('\n'));
    this.name = 'SettingsError';
    this.variables = problems.map(({ variable }) => variable);
  }
}

const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error));
};

const urlOf = (protocols: readonly string[], error: string) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), error);

const httpAddress = (isAllowed: (url: URL) => boolean, error: string) =>
  z
    .string()
    .refine((text) => {
      const address = parseBaseUrl(text);
      return address !== undefined && isAllowed(new URL(address));
    }, error)
    .transform((text) => parseBaseUrl(text) ?? text);

const siteOrigin = httpAddress(
  (url) => url.pathname === '/',
  'must be an origin such as https://careers.example.com, without a path',
);
/** An origin, or an address below which `/api/…` is found. */
const apiAddress = httpAddress(() => true, 'must be an address such as https://api.example.com');

const schema = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().optional(),
  SITE_ORIGIN: siteOrigin.optional(),
  API_HOST: apiAddress.optional(),
  API_SECONDARY_HOST: apiAddress.optional(),
  API_TIMEOUT_MS: wholeNumber(1, longestTimer).default(10_000),
  CACHE_TTL_MS: wholeNumber(0, longestTimer).default(5000),
  UPLOAD_MAX_BYTES: wholeNumber(1, limits.uploadMaxBytes).default(limits.uploadMaxBytes),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: urlOf(['postgres:', 'postgresql:'], 'must be a postgres:// address').optional(),
  DOCUMENTS_URL: urlOf(['file:', 's3:'], 'must be a file: or s3: address').optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  REDIS_URL: urlOf(['redis:', 'rediss:'], 'must be a redis:// address').optional(),
  CAPTCHA_SECRET: z.string().optional(),
  TRUST_PROXY: wholeNumber(0, 32).default(0),
});

/**
 * Reads every setting of the contract from `env`; an empty variable counts as unset.
 * Throws a SettingsError that names each bad variable; values are never repeated, one may be a secret.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const { success, data, error } = schema.safeParse(given);
  if (!success)
    throw new SettingsError(
      error.issues.map(({ path, message }) => ({ variable: path.join('.'), message })),
    );
  const dataDir = resolve(data.DATA_DIR);
  const apiSecondaryHost = data.API_SECONDARY_HOST ?? data.API_HOST;
  return {
    port: data.PORT,
    ...(data.HOST !== undefined && { host: data.HOST }),
    siteOrigin: data.SITE_ORIGIN ?? `http://localhost:${data.PORT}`,
    ...(data.API_HOST !== undefined && { apiHost: data.API_HOST }),
    ...(apiSecondaryHost !== undefined && { apiSecondaryHost }),
    apiTimeoutMs: data.API_TIMEOUT_MS,
    cacheTtlMs: data.CACHE_TTL_MS,
    uploadMaxBytes: data.UPLOAD_MAX_BYTES,
    ...(data.SESSION_SECRET !== undefined && { sessionSecret: data.SESSION_SECRET }),
    dataDir,
    ...(data.DATABASE_URL !== undefined && { databaseUrl: data.DATABASE_URL }),
    documentsUrl: data.DOCUMENTS_URL ?? pathToFileURL(join(dataDir, 'documents')).href,
    logLevel: data.LOG_LEVEL,
    ...(data.REDIS_URL !== undefined && { redisUrl: data.REDIS_URL }),
    ...(data.CAPTCHA_SECRET !== undefined && { captchaSecret: data.CAPTCHA_SECRET }),
    trustProxy: data.TRUST_PROXY,
  };
}

let memo: Settings | undefined;

/** The settings of this process, read once. `start` fills in what it learns (API_HOST, PORT) before anything asks. */
export function settings(): Settings {
  memo ??= readSettings(process.env);
  return memo;
}
