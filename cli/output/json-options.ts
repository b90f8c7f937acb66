import { type Command, InvalidArgumentError } from 'commander';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import type { Context } from '../context.ts';
import { escaped } from './terminal.ts';

/** A function that writes a value as JSON, or `true` for JSON with all fields. */
export type JsonFormat = true | ((value: unknown) => string);

export interface JsonOption {
  readonly json?: JsonFormat | undefined;
}

export function addJsonOptions(command: Command, fields?: readonly string[]): Command {
  return command.option(
    '--json [fields]',
    'print one JSON document on standard output, and nothing else there; with names of fields, such as id,role_name, only these',
    (list: string) => formatOf(namesOf(list), fields),
  );
}

export const addJsonFlag = (command: Command): Command =>
  command.option('--json', 'print one JSON document on standard output');

const namesOf = (list: string): string[] => list.split(',').map((name) => name.trim());

const unknownField = (name: string, fields: readonly string[]): string =>
  `There is no field '${name}'; the fields are ${fields.join(', ')}.`;

/**
 * Moves `--json` behind arguments that are no fields: in `submit --json a.json b.json` both arguments are fixtures, in
 * `list --json id,role_name` the argument has fields.
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

export const hasJson = (args: readonly string[]): boolean =>
  args.some((arg) => arg === '--json' || arg.startsWith('--json='));

/** Writes the value to stdout as JSON, or the text for people if there is no format. */
export function print(
  { stdout }: Context,
  json: JsonFormat | undefined,
  value: unknown,
  human: () => string,
): void {
  const format = json === true ? jsonText : json;
  stdout.write(format ? format(value) : human());
}

export const jsonText = (value: unknown): string => `${escaped(JSON.stringify(value, null, 2))}\n`;

/** Returns a format with these fields only. @param fields all fields of the records, if known before the call */
function formatOf(names: readonly string[], fields?: readonly string[]): JsonFormat {
  const unknown = names.find((name) => fields?.includes(name) === false);
  if (unknown !== undefined) throw new InvalidArgumentError(unknownField(unknown, fields ?? []));
  return (value) => {
    const records = [value].flat().map((record) => new Map(entriesOf(record)));
    const known = new Set(records.flatMap((record) => [...record.keys()]));
    const unknown = names.find((name) => records.length > 0 && !known.has(name));
    if (unknown !== undefined) throw new CommandError('usage', unknownField(unknown, [...known]));
    const selected = records.map((record) =>
      Object.fromEntries(names.map((name) => [name, record.get(name) ?? null])),
    );
    return jsonText(Array.isArray(value) ? selected : selected[0]);
  };
}

const entriesOf = (record: unknown): [string, unknown][] =>
  typeof record === 'object' && record !== null ? Object.entries(record) : [];
