/** Returns the message of an error, or the text of anything else that was thrown. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/**
 * Messages of an API host may repeat what a person typed, and those of a parser quote its input, so both are omitted.
 * With `messages` false, all messages are omitted.
 */
export function describeError(
  error: unknown,
  messages = true,
  hasStack = true,
): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const fields = error as Error & Readonly<Record<string, unknown>>;
  const fromHost = 'url' in error && 'method' in error;
  // The stack is omitted for a database or a store that cannot be reached, because it says nothing about the cause.
  const namesPlace = hasStack && !('exit' in error && error.exit === 'unreachable');
  const mayQuote = !messages || fromHost || error instanceof SyntaxError;
  return {
    type: error.name,
    ...(!mayQuote && { message: cut(error.message) }),
    ...pick(fields, ['code', 'reason']),
    // The `detail` of a PostgreSQL error quotes values.
    ...(fromHost && pick(fields, ['method', 'url', 'httpStatus', 'detail', 'retryAfterMs'])),
    ...(!fromHost &&
      namesPlace && {
        stack: error.stack
          ?.split('\n')
          .filter((line) => /^\s+at /.test(line))
          .map((line) => line.trim()),
      }),
    ...(error.cause !== undefined && { cause: describeError(error.cause, messages, namesPlace) }),
  };
}

const pick = (from: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (name in from ? [[name, loggable(from[name])]] : [])));

const maxTextLength = 500;
const cut = (text: string) =>
  text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength)}… (${text.length})`;
/** A visitor can choose the id in the address of findopening. An id of digits identifies nobody. */
// linear: after the lookahead, which reads at most 20 digits, the rest always matches
const chosenId = /(\/findopening\/)(?!\d{1,20}$).*$/s;
/** Cuts long values, and removes ids that a visitor may have chosen. */
export const loggable = (value: unknown) =>
  typeof value === 'string' ? cut(value.replace(chosenId, '$1…')) : value;
