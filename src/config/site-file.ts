import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import type { Node } from 'yaml';

const maxBytes = 1_000_000;
/** A file has a few aliases, for lists that several companies share. */
const maxAliases = 100;
const decimal = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;

const hint =
  'a text that has ": " or " #", or begins with a quotation mark or a brace, must be in quotes; entries of one list or section begin in the same column, after spaces';

export interface SiteFault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export class SiteConfigError extends Error {
  override readonly name = 'SiteConfigError';
  readonly exit = 'invalid';
  constructor(lines: readonly string[]) {
    super(['The site config is not valid.', ...lines].join('\n'));
  }
}

export const faultLine = ({ path, message }: SiteFault): string =>
  path.length === 0 ? message : `${path.join('.')}: ${message}`;

interface SiteFile {
  readonly values: unknown;
  /** Describes a fault, with the file, the line and the value. */
  readonly describe: (fault: SiteFault) => string;
}

/**
 * Reads a YAML 1.2 file (core schema). A number is a decimal number as JSON has it; `0803`, `+234` and `NO` are texts.
 * @throws SiteConfigError if the file cannot be read, is not YAML, or has tags, too many aliases or a key twice
 */
export function readSiteFile(path: string): SiteFile {
  // The library is loaded here, because the built site and its API host get the values and need no library.
  const library = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  const { isAlias, isNode, isScalar, LineCounter, parseDocument, visit } = library;
  const name = basename(path);
  const lines = new LineCounter();
  const at = (offset: number, text: string) => `${name}:${lines.linePos(offset).line}: ${text}`;
  const document = parseDocument(readText(path), { lineCounter: lines, stringKeys: true });
  const faults = document.errors.map(({ pos, message }) =>
    at(pos[0], message.split(' at line ')[0] ?? message),
  );
  if (document.errors.some(({ code }) => code !== 'DUPLICATE_KEY')) faults.push(`${name}: ${hint}`);
  visit(document, {
    Node(_key, node) {
      const offset = node.range?.[0] ?? 0;
      if (!isAlias(node) && node.tag !== undefined) faults.push(at(offset, 'a tag is not allowed'));
      if (isScalar(node) && typeof node.value === 'number' && !decimal.test(node.source ?? ''))
        node.value = node.source;
    },
  });
  if (faults.length > 0) throw new SiteConfigError(faults);
  const nodeAt = (keys: readonly PropertyKey[]): Node | undefined => {
    for (let { length } = keys; length >= 0; length -= 1) {
      const node = length === 0 ? document.contents : document.getIn(keys.slice(0, length), true);
      if (isNode(node)) return node;
    }
    return undefined;
  };
  try {
    return {
      values: document.toJS({ maxAliasCount: maxAliases }),
      describe(fault) {
        const node = nodeAt(fault.path);
        const isValue = isScalar(node) && node === document.getIn(fault.path, true);
        const value = isValue ? ` (it is ${JSON.stringify(node.value)?.slice(0, 80)})` : '';
        return at(node?.range?.[0] ?? 0, faultLine(fault) + value);
      },
    };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new SiteConfigError([`${name}: has more than ${maxAliases} aliases`]);
  }
}

function readText(path: string): string {
  try {
    if (statSync(path).size > maxBytes)
      throw new SiteConfigError([`${path} is larger than ${maxBytes} bytes`]);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof SiteConfigError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new SiteConfigError([
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        ? `${path} is not UTF-8`
        : `${path} cannot be read (${code})`,
    ]);
  }
}
