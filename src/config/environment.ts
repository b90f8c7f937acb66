import { z } from 'zod';
import { dayMs, limits } from '#src/domain/model/limits.ts';
import { parseApiAddress, parseBaseUrl, socketPathOf } from '#src/http/base-url.ts';

export type ClamdAddress =
  | { readonly host: string; readonly port: number }
  | { readonly path: string };

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** The longest delay that Node's timers accept. */
const maxTimerMs = 2 ** 31 - 1;
const maxDatabaseMs = dayMs;

export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly exit = 'invalid';
  readonly variables: readonly string[];
  constructor(...problems: readonly { readonly variable: string; readonly message: string }[]) {
    super(problems.map(({ variable, message }) => `${variable} ${message}`).join('\n'));
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

const isUrlOf = (protocols: readonly string[], text: string) =>
  protocols.includes(URL.parse(text)?.protocol ?? '');

const urlOf = (protocols: readonly string[], error: string) =>
  z.string().refine((text) => isUrlOf(protocols, text), error);

/** If a password contains `#`, `/` or `?`, the host name ends there, and the rest is in the fragment, path or query. */
// linear: the URL is a setting
const cutPassword = /#|^[^/]*\/\/[^/?]*\/[^?]*[@/]|^[^@]*\?.*@/;

/** The setting may contain a login, and several servers (`host:port,host:port`), which `URL` does not parse. */
const serverUrl = (protocols: readonly string[], error: string) =>
  z
    .string()
    .refine(
      (text) => isUrlOf(protocols, text.replace(/,[^/?]*/, '')) && !cutPassword.test(text),
      `${error}; # / and ? in its password are written %23, %2F and %3F`,
    );
const databaseUrl = serverUrl(['postgres:', 'postgresql:'], 'must be a postgres:// address');

const parsed = <Value>(parse: (text: string) => Value | undefined, error: string) =>
  z.string().transform((text, context) => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });

const siteOrigin = parsed((text) => {
  const url = parseBaseUrl(text);
  return url !== undefined && url === new URL(url).origin ? url : undefined;
}, 'must be an origin such as https://careers.example.com, without a path');
/** An origin, or an address below which `/api/…` exists. */
const apiAddress = parsed(parseApiAddress, 'must be an address such as https://api.example.com');

const schema = z.object({
  PORT: wholeNumber(0, 65_535).optional(),
  HOST: z.string().optional(),
  SITE_CONFIG: z.string().optional(),
  SITE_ORIGIN: siteOrigin.optional(),
  API_HOST: apiAddress.optional(),
  API_SECONDARY_HOST: apiAddress.optional(),
  API_HOST_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SAMPLE_DATA: z.enum(['auto', 'on', 'off'], 'must be auto, on or off').default('auto'),
  API_TIMEOUT_MS: wholeNumber(1, maxTimerMs).default(10_000),
  CACHE_TTL_MS: wholeNumber(0, maxTimerMs).default(5000),
  STALE_AFTER_MS: wholeNumber(1, maxTimerMs).default(2000),
  UPLOAD_MAX_BYTES: wholeNumber(1, limits.uploadMaxBytes).default(limits.uploadMaxBytes),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  MIGRATION_DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 1000).optional(),
  DATABASE_CONNECT_TIMEOUT_MS: wholeNumber(1, maxDatabaseMs).optional(),
  DATABASE_LOCK_TIMEOUT_MS: wholeNumber(1, maxDatabaseMs).optional(),
  DATABASE_STATEMENT_TIMEOUT_MS: wholeNumber(1, maxDatabaseMs).optional(),
  DATABASE_IDLE_TIMEOUT_MS: wholeNumber(1, maxDatabaseMs).optional(),
  DOCUMENTS_URL: urlOf(['file:', 's3:'], 'must be a file: or s3: address').optional(),
  S3_ENDPOINT: parsed(parseBaseUrl, 'must be an address such as https://s3.example.com').optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'must be a region such as us-east-1')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  RETENTION_DAYS: wholeNumber(1, 36_500).optional(),
  SMTP_URL: serverUrl(['smtp:', 'smtps:'], 'must be an smtp:// or smtps:// address').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>@\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be a sender such as Careers <careers@example.com>',
    )
    .optional(),
  CLAMD_URL: parsed(
    clamdAddress,
    'must be tcp://host:port or unix:/path of the socket of clamd',
  ).optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  REDIS_URL: serverUrl(['redis:', 'rediss:'], 'must be a redis:// address').optional(),
  CAPTCHA_SECRET: z.string().optional(),
  TRUST_PROXY: wholeNumber(0, 32).default(0),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: parsed(
    parseBaseUrl,
    'must be an address such as http://localhost:4318',
  ).optional(),
});

export function clamdAddress(text: string): ClamdAddress | undefined {
  const path = socketPathOf(text);
  if (path !== undefined) return { path };
  const { protocol, hostname = '', port = '', pathname = '' } = URL.parse(text) ?? {};
  if (protocol !== 'tcp:' || hostname === '' || port === '' || pathname.length > 1)
    return undefined;
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port) };
}

export const settingNames: readonly string[] = Object.keys(schema.shape);

export type EnvironmentValues = z.output<typeof schema>;

export type Environment = Readonly<Record<string, string | undefined>>;

export function parseEnvironment(env: Environment): EnvironmentValues {
  const nonEmpty = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const { success, data, error } = schema.safeParse(nonEmpty, { jitless: true });
  if (!success)
    throw new SettingsError(
      ...error.issues.map(({ path, message }) => ({ variable: path.join('.'), message })),
    );
  return data;
}
