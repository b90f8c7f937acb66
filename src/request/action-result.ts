/**
 * Returns the result of the last action; undefined if there is none, or if no action has it. It is in the query of the page,
 * so that loading the page again repeats nothing.
 */
export function readActionResult<Result extends string>(
  query: string,
  results: readonly Result[],
): Result | undefined {
  const text = new URLSearchParams(query).get('result');
  return results.find((result) => result === text);
}
