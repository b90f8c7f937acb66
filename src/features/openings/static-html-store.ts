/**
 * Where the server leaves drawn HTML for the moment between composing a page and writing it out. React
 * does the two in module graphs of their own; what they share is this process's global object.
 */
interface Left {
  readonly html: string;
  readonly at: number;
}

const shared = globalThis as { [slot: symbol]: Map<string, Left> | undefined };
const slot = Symbol.for('careers.drawn-html');

/** Milliseconds; a page is written out within a few of them. */
const keptFor = 30_000;

function left(): Map<string, Left> {
  shared[slot] ??= new Map();
  return shared[slot];
}

/** Leaves `html` under `key`, a name made from the HTML itself, and clears away what was left long ago. */
export function leaveDrawnHtml(key: string, html: string, now: number = Date.now()): void {
  const all = left();
  all.delete(key);
  all.set(key, { html, at: now });
  for (const [oldKey, { at }] of all) {
    if (now - at <= keptFor) break;
    all.delete(oldKey);
  }
}

/** What was left under `key`. */
export function findDrawnHtml(key: string): string | undefined {
  return left().get(key)?.html;
}
