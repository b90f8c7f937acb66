/** Types of script a browser does not run: data, which no policy concerns. */
const dataType = /\stype="(?!module"|text\/javascript")[^"]*"/i;
const opening = /<script(?=[\s>])([^>]*)>/gi;

/** Called for every inline script a browser would run; what it gives is written in the opening tag's place. */
export type OnScript = (content: string, attributes: string, tag: string) => string;

/**
 * Finds the inline scripts of HTML that comes in pieces, wherever the pieces are cut. React escapes `<` in
 * texts and attributes, so a `<script` in what it renders is a script.
 */
export function scriptScanner(onScript: OnScript): {
  /** The part of the page that is decided by now. */
  push(html: string): string;
  end(): string;
} {
  let held = '';
  const scan = (): string => {
    let done = '';
    for (;;) {
      opening.lastIndex = 0;
      const match = opening.exec(held);
      if (!match) {
        const cut = possibleStart(held);
        done += held.slice(0, cut);
        held = held.slice(cut);
        return done;
      }
      const [tag, attributes = ''] = match;
      const start = match.index + tag.length;
      const close = /<\/script/i.exec(held.slice(start));
      if (!close) {
        done += held.slice(0, match.index);
        held = held.slice(match.index);
        return done;
      }
      const content = held.slice(start, start + close.index);
      const runs = !/\ssrc=/i.test(attributes) && !dataType.test(attributes);
      const written = runs ? onScript(content, attributes, tag) : tag;
      done += held.slice(0, match.index) + written + content + close[0];
      held = held.slice(start + close.index + close[0].length);
    }
  };
  return {
    push(html) {
      held += html;
      return scan();
    },
    end() {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

/** Where an opening tag may begin that is not whole yet. */
function possibleStart(html: string): number {
  const last = html.lastIndexOf('<');
  if (last === -1) return html.length;
  const tail = html.slice(last).toLowerCase();
  return '<script'.startsWith(tail) || tail.startsWith('<script') ? last : html.length;
}
