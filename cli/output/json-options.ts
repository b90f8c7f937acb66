import { type Command, InvalidArgumentError } from 'commander';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { escaped } from './terminal.ts';

export type JsonFormat = (value: unknown) => string;

export interface JsonOption {
  readonly json?: JsonFormat | undefined;
}

export function addJsonOptions(command: Command, fields?: readonly string[]): Command {
  return command.option(
    '--json [fields]',
    'print one JSON document on standard output, and nothing else there; with names of fields, such as id,role_name, only these',
    (names: string) => parseFields(names, fields),
  );
}

export const addJsonFlag = (command: Command): Command =>
  command.option('--json', 'print one JSON document on standard output');

const namesOf = (list: string): string[] => list.split(',').map((name) => name.trim());

function parseFields(list: string, fields: readonly string[] | undefined): string {
  const unknown = namesOf(list).find((name) => fields?.includes(name) === false);
  if (unknown === undefined) return list;
  throw new InvalidArgumentError(unknownField(unknown, fields ?? []));
}

const unknownField = (name: string, fields: readonly string[]): string =>
  `There is no field '${name}'; the fields are ${fields.join(', ')}.`;

/**
 * Moves `--json` behind arguments that are not its fields: `submit --json a.json b.json` has two fixtures, and
 * `list --json id,role_name` has none.
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

/** Replaces the option `json` of a command, as it was written, by the format that it selects. */
export function setJsonFormat(command: Command): void {
  const { json }: { readonly json?: true | string } = command.opts();
  if (json === undefined) return;
  const select =
    typeof json === 'string' ? fieldSelector(namesOf(json)) : (value: unknown) => value;
  command.setOptionValue('json', (value: unknown) => jsonText(select(value)));
}

export const jsonText: JsonFormat = (value) => `${escaped(JSON.stringify(value, null, 2))}\n`;

function fieldSelector(names: readonly string[]): (value: unknown) => unknown {
  return (value) => {
    const records = [value].flat().map((record) => new Map(entriesOf(record)));
    const known = new Set(records.flatMap((record) => [...record.keys()]));
    const unknown = names.find((name) => records.length > 0 && !known.has(name));
    if (unknown !== undefined) throw new CommandError('usage', unknownField(unknown, [...known]));
    const selected = records.map((record) =>
      Object.fromEntries(names.map((name) => [name, record.get(name) ?? null])),
    );
    return Array.isArray(value) ? selected : selected[0];
  };
}

const entriesOf = (record: unknown): [string, unknown][] =>
  typeof record === 'object' && record !== null ? Object.entries(record) : [];
