import { createHash } from 'node:crypto';

/** Whether the text of an inline script is one that this site's own renderer writes. */
export type IsTrustedScript = (content: string, attributes: string) => boolean;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

/** A script's text as a content security policy names it. */
export const hashSource = (content: string): string => `'sha256-${sha256(content)}'`;

/** Flight data: one call with one string, or one run of bytes. */
const flightData =
  /^\(self\.__FLIGHT_DATA\|\|=\[\]\)\.push\((?:"[^"\\]*(?:\\[\s\S][^"\\]*)*"|Uint8Array\.from\(atob\("[A-Za-z0-9+/=]*"\), m => m\.codePointAt\(0\)\))\)$/;
/** Waku's start: error recovery, flags, the import of the entry. Once in a page, under this id. */
const bootstrap = /^(?:window\.addEventListener\('vite:preloadError'|globalThis\.__WAKU_)/;
const bootstrapId = /\sid="_R_"/;

/** React DOM 19.3's streaming runtime, by length and hash of each piece; a test reads them out of React itself. */
const reactPieces = [
  { length: 56, sha256: 'sFeOzRu2mEqTObGAym1AVluQ26Gfx1dxJGv2PwpOdns=' },
  { length: 192, sha256: 'dW/dX4s22Wb/RKwjhTPlT6uBNIFHoTR535AjgMKaEws=' },
  { length: 828, sha256: 'tNBrhVhpwBw/l0vCWPK8EIr/51zkeQJGlBE46KH5wHM=' },
  { length: 2693, sha256: 'LfMXBKXR5xXI9u1pDOuDbB4KIHro6n8wzUIODtRoGGE=' },
  { length: 1104, sha256: 'ik5CuzKG16kxLMiWrbGtWliE5C3GFYiZnsysYypmDVc=' },
  { length: 199, sha256: 'jWUGjMRHNLSoNHPd4KWw4+G9pQwz+ZLNEf0h9mnNOjc=' },
] as const;

/** What follows the pieces: nothing, or one call of the runtime with plain values. */
const reactCall = /^;?(?:\$R[CSRX]\((".*)\))?;?$/s;

function isReactRuntime(content: string): boolean {
  let rest = content;
  for (let found = true; found; ) {
    found = reactPieces.some(({ length, sha256: known }) => {
      if (rest.length < length || sha256(rest.slice(0, length)) !== known) return false;
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
 * A judge for one page's inline scripts: ours are Waku's start (once), flight data, React's streaming
 * runtime, and `ownScripts` to the letter. Anything else, such as what a description smuggled past the
 * sanitiser, is not, and no policy will name it.
 */
export function createIsTrustedScript(ownScripts: readonly string[]): IsTrustedScript {
  let started = false;
  return (content, attributes) => {
    if (ownScripts.includes(content) || flightData.test(content)) return true;
    if (bootstrapId.test(attributes) && bootstrap.test(content) && !started) {
      started = true;
      return true;
    }
    return isReactRuntime(content);
  };
}
