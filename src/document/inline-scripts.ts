import { createHash } from 'node:crypto';

/** Whether an inline script is one that this site's own renderer writes. */
export type IsTrustedScript = (content: string, attributes: string) => boolean;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

/** The source expression of a script's text in a content security policy. */
export const hashSource = (content: string): string => `'sha256-${sha256(content)}'`;

/** Flight data: one call with one string, or with one run of bytes. */
const flightData =
  /^\(self\.__FLIGHT_DATA\|\|=\[\]\)\.push\((?:"[^"\\]*(?:\\[\s\S][^"\\]*)*"|Uint8Array\.from\(atob\("[A-Za-z0-9+/=]*"\), m => m\.codePointAt\(0\)\))\)$/;
/** Waku's bootstrap: error recovery, flags, the import of the entry. Once in a page, under this id. */
const bootstrap = /^(?:window\.addEventListener\('vite:preloadError'|globalThis\.__WAKU_)/;
const bootstrapId = /\sid="_R_"/;

/** The pieces of React DOM 19.3's streaming runtime by length and hash; a test reads them from React's source. */
const reactRuntime = [
  { length: 56, hash: 'sFeOzRu2mEqTObGAym1AVluQ26Gfx1dxJGv2PwpOdns=' },
  { length: 192, hash: 'dW/dX4s22Wb/RKwjhTPlT6uBNIFHoTR535AjgMKaEws=' },
  { length: 828, hash: 'tNBrhVhpwBw/l0vCWPK8EIr/51zkeQJGlBE46KH5wHM=' },
  { length: 2693, hash: 'LfMXBKXR5xXI9u1pDOuDbB4KIHro6n8wzUIODtRoGGE=' },
  { length: 1104, hash: 'ik5CuzKG16kxLMiWrbGtWliE5C3GFYiZnsysYypmDVc=' },
  { length: 199, hash: 'jWUGjMRHNLSoNHPd4KWw4+G9pQwz+ZLNEf0h9mnNOjc=' },
] as const;

/** After the pieces: nothing, or one call of the runtime with JSON values. */
const reactCall = /^;?(?:\$R[CSRX]\((".*)\))?;?$/s;

function isReactRuntime(content: string): boolean {
  let rest = content;
  for (let found = true; found; ) {
    found = reactRuntime.some(({ length, hash }) => {
      if (rest.length < length || sha256(rest.slice(0, length)) !== hash) return false;
      rest = rest.slice(length).replace(/^[;\n]+/, '');
      return true;
    });
  }
  const call = reactCall.exec(rest);
  if (!call || (rest === content && call[1] === undefined)) return false;
  if (call[1] === undefined) return true;
  try {
    JSON.parse(`[${call[1]}]`);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks the inline scripts of one page. Trusted are Waku's bootstrap (once), flight data, React's streaming
 * runtime, and the exact `siteScripts`. Anything else, such as a script in a description that the sanitizer
 * missed, is not.
 */
export function createIsTrustedScript(siteScripts: readonly string[]): IsTrustedScript {
  let hasBootstrap = false;
  return (content, attributes) => {
    if (siteScripts.includes(content) || flightData.test(content)) return true;
    if (bootstrapId.test(attributes) && bootstrap.test(content) && !hasBootstrap) {
      hasBootstrap = true;
      return true;
    }
    return isReactRuntime(content);
  };
}

/** Script types that a browser does not run: data, which no policy concerns. */
// linear: React writes the attributes
const dataType = /\stype="(?!module"|text\/javascript")[^"]*"/i;
// linear: React escapes `<` in texts and attributes
const openingTag = /<script(?=[\s>])([^>]*)>/gi;

/** Called for every inline script that a browser would run; returns the opening tag to write. */
export type OnScript = (content: string, attributes: string, tag: string) => string;

/**
 * Finds the inline scripts of HTML that arrives in pieces, wherever it is cut. React escapes `<` in text and
 * attributes, so every `<script` in its output is a script.
 */
export function createScriptScanner(onScript: OnScript): {
  /** The part of the page that is complete so far. */
  push(html: string): string;
  end(): string;
} {
  let pending = '';
  const consume = (length: number): string => {
    const consumed = pending.slice(0, length);
    pending = pending.slice(length);
    return consumed;
  };
  return {
    push(html) {
      pending += html;
      let done = '';
      for (;;) {
        openingTag.lastIndex = 0;
        const match = openingTag.exec(pending);
        if (!match) return done + consume(possibleTagStart(pending));
        const [tag, attributes = ''] = match;
        const start = match.index + tag.length;
        const close = /<\/script/i.exec(pending.slice(start));
        if (!close) return done + consume(match.index);
        const content = pending.slice(start, start + close.index);
        const runs = !/\ssrc=/i.test(attributes) && !dataType.test(attributes);
        done += consume(match.index) + (runs ? onScript(content, attributes, tag) : tag);
        consume(tag.length);
        done += consume(content.length + close[0].length);
      }
    },
    end: () => consume(pending.length),
  };
}

/** The index at which an incomplete opening tag may begin; the length when there is none. */
function possibleTagStart(html: string): number {
  const last = html.lastIndexOf('<');
  if (last === -1) return html.length;
  const tail = html.slice(last).toLowerCase();
  return '<script'.startsWith(tail) || tail.startsWith('<script') ? last : html.length;
}
