import { type Command, InvalidArgumentError } from 'commander';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { escaped } from './terminal.ts';

export type JsonFormat = (value: unknown) => string;

/**
 * `--json`, `--json field,field` and `--jq filter`, for commands that report records.
 * @param fields the names of the fields, if they are always the same
 */
export function addJsonOptions(command: Command, fields?: readonly string[]): Command {
  return command
    .option(
      '--json [fields]',
      'print one JSON document on standard output, and nothing else there; with names of fields, such as id,role_name, only these',
      (given: string) => parseFields(given, fields),
    )
    .option(
      '--jq <filter>',
      'print what a jq filter makes of the JSON document, one value on each line, texts without quotes',
    );
}

const namesOf = (given: string): string[] => given.split(',').map((name) => name.trim());

function parseFields(given: string, fields: readonly string[] | undefined): string {
  const unknown = namesOf(given).find((name) => fields?.includes(name) === false);
  if (unknown === undefined) return given;
  throw new InvalidArgumentError(unknownField(unknown, fields ?? []));
}

const unknownField = (name: string, fields: readonly string[]): string =>
  `There is no field '${name}'; the fields are ${fields.join(', ')}.`;

/**
 * Moves `--json` behind arguments that cannot be field names, such as ids and paths: `submit --json a.json b.json` has two
 * fixtures, `list --json id,role_name` has none.
 */
export function separateFields(args: readonly string[]): string[] {
  const moved = [...args];
  for (let at = moved.indexOf('--json'); at !== -1; at = moved.indexOf('--json', at)) {
    const next = moved[at + 1];
    if (next === undefined || /^-.|^[a-z_]+(?:,[a-z_]+)*$/.test(next)) at += 1;
    else [moved[at], moved[at + 1]] = [next, '--json'];
  }
  return moved;
}

/** Whether the result, or the error, is one JSON document. */
export const hasJson = (args: readonly string[]): boolean =>
  args.some((arg) => arg === '--json' || arg.startsWith('--json='));

/**
 * What the options of a command select. Sets its option `json` to true or undefined: a command itself knows no fields.
 * @throws CommandError if the filter is not understood
 */
export async function readJsonOptions(command: Command): Promise<JsonFormat | undefined> {
  const { json, jq }: { readonly json?: true | string; readonly jq?: string } = command.opts();
  if (json === undefined && jq === undefined) return undefined;
  command.setOptionValue('json', true);
  const select = typeof json === 'string' ? picker(namesOf(json)) : (value: unknown) => value;
  if (jq === undefined) return (value) => jsonText(select(value));
  const filter = await loadFilter(jq);
  return (value) => filter(select(value));
}

const jsonText = (value: unknown): string => `${escaped(JSON.stringify(value, null, 2))}\n`;

/** Selects fields of a record, or of each record of a list. */
function picker(names: readonly string[]): (value: unknown) => unknown {
  return (value) => {
    const records = [value].flat().map((record) => new Map(entriesOf(record)));
    const known = new Set(records.flatMap((record) => [...record.keys()]));
    const unknown = names.find((name) => records.length > 0 && !known.has(name));
    if (unknown !== undefined)
      throw new CommandError(exitCodes.usage, unknownField(unknown, [...known]));
    const picked = records.map((record) =>
      Object.fromEntries(names.map((name) => [name, record.get(name) ?? null])),
    );
    return Array.isArray(value) ? picked : picked[0];
  };
}

const entriesOf = (record: unknown): [string, unknown][] =>
  typeof record === 'object' && record !== null ? Object.entries(record) : [];

/** As `jq -rc`: a text as it is, any other value as JSON, one on each line. */
async function loadFilter(filter: string): Promise<JsonFormat> {
  const { loadJq } = await import('jq-wasm');
  const jq = await loadJq();
  // Before the command does anything.
  const { exitCode, stderr } = jq.raw(null, filter);
  if (exitCode === syntaxError) throw filterError(stderr);
  return (value) => {
    const result = jq.raw(JSON.parse(JSON.stringify(value)), filter, ['-rc']);
    if (result.exitCode !== 0) throw filterError(result.stderr);
    return result.stdout === '' ? '' : `${printable(result.stdout)}\n`;
  };
}

/** The exit code of jq. */
const syntaxError = 3;

const filterError = (stderr: string): CommandError =>
  new CommandError(
    exitCodes.usage,
    `--jq: ${(stderr.split('\n', 1)[0] ?? '').replace(/^jq: error:? */, '').replace(/^\(at \/dev\/stdin:\d+\):? */, '')}`,
  );

/** Without the control characters that could change the screen; @tsv has tabs and line breaks. */
const printable = (text: string): string =>
  text.replace(/(?![\t\n])\p{Cc}/gu, ' ').replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
