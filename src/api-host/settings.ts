import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import { limits } from '#src/domain/model/limits.ts';

/** A setting of the host that makes no sense; the message names it and says what would. */
export class HostSettingsError extends Error {
  override readonly name = 'HostSettingsError';
}

export interface HostSettings {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly documentsUrl: URL;
  readonly uploadMaxBytes: number;
  readonly logLevel: string;
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);

const variables = {
  PORT: {
    schema: wholeNumber(0, 65_535).default(3001),
    wanted: 'a port number from 0 (any free one) to 65535',
  },
  HOST: { schema: z.string().default('127.0.0.1'), wanted: 'a host name or address' },
  DATA_DIR: { schema: z.string().default('./data'), wanted: 'a directory' },
  DATABASE_URL: {
    schema: z.undefined().optional(),
    wanted:
      'left unset: this version keeps its data in DATA_DIR and does not speak to PostgreSQL yet',
  },
  DOCUMENTS_URL: {
    schema: z.string().refine(isDirectoryUrl).optional(),
    wanted: 'a file: URL, such as file:///srv/careers/documents',
  },
  UPLOAD_MAX_BYTES: {
    schema: wholeNumber(1, limits.uploadMaxBytes).default(limits.uploadMaxBytes),
    wanted: `a number of bytes from 1 to ${limits.uploadMaxBytes}`,
  },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    wanted: 'one of trace, debug, info, warn, error, fatal, silent',
  },
} as const;

function isDirectoryUrl(value: string): boolean {
  try {
    const url = new URL(value);
    // fileURLToPath refuses what no path can be: another machine's, an encoded slash.
    return url.protocol === 'file:' && fileURLToPath(url) !== '';
  } catch {
    return false;
  }
}

/**
 * The API host's settings out of the environment; a variable that is empty counts as not set.
 * @throws HostSettingsError naming the first variable that makes no sense
 */
export function readHostSettings(env: Readonly<Record<string, string | undefined>>): HostSettings {
  const read = <Name extends keyof typeof variables>(name: Name) => {
    const { schema, wanted } = variables[name];
    const result = schema.safeParse(env[name] === '' ? undefined : env[name]);
    if (!result.success) throw new HostSettingsError(`${name} must be ${wanted}.`);
    return result.data as z.output<(typeof variables)[Name]['schema']>;
  };
  read('DATABASE_URL');
  const dataDir = resolve(read('DATA_DIR'));
  return {
    port: read('PORT'),
    host: read('HOST'),
    dataDir,
    documentsUrl: new URL(read('DOCUMENTS_URL') ?? pathToFileURL(resolve(dataDir, 'documents'))),
    uploadMaxBytes: read('UPLOAD_MAX_BYTES'),
    logLevel: read('LOG_LEVEL'),
  };
}
