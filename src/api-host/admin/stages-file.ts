import { maxLength } from '#src/domain/model/limits.ts';
import { stageNames, stageSchema } from '#src/domain/model/stages.ts';
import { parseApplicantId } from '../applications/application-store.ts';
import { columnNames } from './application-columns.ts';
import { decodeFile, extraCells, ImportError, parseCsv } from './csv.ts';
import { maxChanges, type StageChange } from './set-stages.ts';

const columns = ['applicant_id', 'stage', 'stage_note'] as const;

/**
 * Reads a CSV file with the columns `applicant_id`, `stage` and optionally `stage_note`. The other columns of an export
 * are left out, so that an export can be edited and read again.
 * @throws ImportError with every error of the file, by line
 */
export function parseStagesFile(bytes: Uint8Array): StageChange[] {
  const [header, ...rows] = parseCsv(decodeFile(bytes));
  const names = header?.texts.map((text) => text.trim().toLowerCase()) ?? [];
  const known = columnNames();
  const problems = [
    ...columns
      .slice(0, 2)
      .filter((name) => !names.includes(name))
      .map((name) => `Line 1: the column ${name} is missing.`),
    ...names
      .filter((name) => name !== '' && !known.includes(name))
      .map((name) => `Line 1: "${name}" is none of the columns ${columns.join(', ')}.`),
    ...columns
      .filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
      .map((name) => `Line 1: the column ${name} is there twice.`),
    ...extraCells(rows, names.length),
  ];
  if (rows.length === 0) problems.push('The file has no applications.');
  if (rows.length > maxChanges)
    problems.push(`The file has ${rows.length} applications. The limit is ${maxChanges}.`);
  if (problems.length > 0) throw new ImportError(problems);
  const lines = new Map<string, StageChange>();
  for (const { line, texts } of rows) {
    const [applicant, name, note] = columns.map((column) => texts[names.indexOf(column)] ?? '');
    const id = parseApplicantId(applicant ?? '');
    const stage = stageSchema.safeParse(name?.trim().toLowerCase());
    const earlier = lines.get(id);
    const add = (problem: string) => problems.push(`Line ${line}: ${problem}`);
    if (id === '') add('applicant_id is empty.');
    else if (earlier) add(`${id} is in line ${earlier.line} too.`);
    if (!stage.success) add(`stage: "${name}" is none of ${stageNames.join(', ')}.`);
    if (note !== undefined && note.length > maxLength.note)
      add(`stage_note has ${note.length} characters. The limit is ${maxLength.note}.`);
    if (stage.success) lines.set(id, { line, applicant: id, stage: stage.data, note });
  }
  if (problems.length > 0) throw new ImportError(problems);
  return [...lines.values()];
}
