import type { z } from 'zod';
import { parseItems } from '#src/domain/api/list.ts';
import { listLimits, maxLength } from '#src/domain/model/limits.ts';
import type { Report } from './check.ts';
import { child, described, type Reply, successOf } from './probe.ts';

export const issueLine = (detail: string | undefined): string =>
  (detail ?? '').replaceAll('✖', '').replace(/\s+/g, ' ').trim();

/** Returns the valid items of a list, and all items as `raw`. @throws Error if the reply has no list */
export async function listOf<Schema extends z.ZodType<object>>(
  reply: Reply,
  schema: Schema,
  report: Report,
): Promise<{ readonly items: z.output<Schema>[]; readonly raw: readonly unknown[] }> {
  const { data } = successOf(reply, report);
  if (!Array.isArray(data))
    throw new Error(`data is ${data === undefined ? 'missing' : typeof data}, not a list`);
  const bytes = reply.response.body.length;
  if (data.length > listLimits.items || bytes > listLimits.bytes)
    report.fail(
      `${data.length} items in ${bytes} bytes: at most ${listLimits.items} and ${listLimits.bytes} are read`,
    );
  const invalid: string[] = [];
  const items = await parseItems(
    schema,
    data.slice(0, listLimits.items),
    ({ index, omitted, detail }) => {
      const what = omitted === 'item' ? 'cannot be shown' : 'has invalid parts';
      invalid.push(`item ${index} ${what}: ${issueLine(detail)}`);
    },
  );
  report.fail(...invalid);
  return { items, raw: data };
}

export function idProblems(items: readonly { readonly id: string }[]): string[] {
  return [...Map.groupBy(items, ({ id }) => id)].flatMap(([id, { length }]) => [
    ...(length > 1 ? [`the id ${id} occurs ${length} times`] : []),
    ...(id === '.' || id === '..' || id.length > maxLength.id
      ? [`the id ${id.slice(0, 40)} cannot be part of an address`]
      : []),
  ]);
}

/** Only the text '1' means yes. Values of other types, which look like yes, mean no. */
export function questionProblems(item: unknown, index: number): string[] {
  const questions = child(item, 'questions');
  if (!Array.isArray(questions)) return [];
  return questions.flatMap((question: unknown) => {
    const required = child(question, 'required');
    return required === true || required === 'true' || required === 'yes'
      ? `item ${index}: required of a question is ${described(required)}; only "1" makes an answer required`
      : [];
  });
}
