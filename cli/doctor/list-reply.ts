import type { z } from 'zod';
import { parseItems } from '#src/domain/api/list.ts';
import { listLimits, maxLength } from '#src/domain/model/limits.ts';
import { type CheckProblem, fail, failIf, hasFailed, limited } from './check.ts';
import { child, described, type Reply, successProblems } from './probe.ts';

export const issueLine = (detail: string | undefined): string =>
  (detail ?? '').replaceAll('✖', '').replace(/\s+/g, ' ').trim();

export const rawItems = ({ json }: Reply): readonly unknown[] =>
  Array.isArray(json?.data) ? json.data : [];

export async function listOf<Schema extends z.ZodType<object>>(
  reply: Reply,
  schema: Schema,
): Promise<{ items: z.output<Schema>[]; problems: CheckProblem[] }> {
  const problems = successProblems(reply);
  if (hasFailed(problems)) return { items: [], problems };
  const data = reply.json?.data;
  if (!Array.isArray(data))
    return {
      items: [],
      problems: [
        ...problems,
        fail(`data is ${data === undefined ? 'missing' : typeof data}, not a list`),
      ],
    };
  const bytes = reply.response.body.length;
  const tooLong = failIf(
    data.length > listLimits.items || bytes > listLimits.bytes,
    `${data.length} items in ${bytes} bytes: at most ${listLimits.items} and ${listLimits.bytes} are read`,
  );
  const invalid: CheckProblem[] = [];
  const items = await parseItems(
    schema,
    data.slice(0, listLimits.items),
    ({ index, omitted, detail }) => {
      const what = omitted === 'item' ? 'cannot be shown' : 'has invalid parts';
      invalid.push(fail(`item ${index} ${what}: ${issueLine(detail)}`));
    },
  );
  return { items, problems: [...problems, ...tooLong, ...limited(invalid)] };
}

export function idProblems(items: readonly { readonly id: string }[]): CheckProblem[] {
  const counts = Map.groupBy(items, ({ id }) => id);
  return [...counts].flatMap(([id, { length }]) => [
    ...failIf(length > 1, `the id ${id} occurs ${length} times`),
    ...failIf(
      id === '.' || id === '..' || id.length > maxLength.id,
      `the id ${id.slice(0, 40)} cannot be part of an address`,
    ),
  ]);
}

/** Values of other types look like yes and mean no. '1' means yes. */
export function questionProblems(item: unknown, index: number): CheckProblem[] {
  const questions = child(item, 'questions');
  if (!Array.isArray(questions)) return [];
  return questions.flatMap((question: unknown) => {
    const required = child(question, 'required');
    return failIf(
      required === true || required === 'true' || required === 'yes',
      `item ${index}: required of a question is ${described(required)}; only "1" makes an answer required`,
    );
  });
}
