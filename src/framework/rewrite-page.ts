import type { PageRecord } from '#src/request/page-record.ts';
import type { FirstPaint } from './first-paint.ts';

export interface RewriteOptions {
  /** The nonce marks the inline scripts of the renderer. */
  readonly page: Pick<PageRecord, 'nonce' | 'staticHtml' | 'metadata' | 'styles'>;
  /** If false, the nonce is removed, because the policy of a complete page has the hashes of its scripts. */
  readonly keepsNonce: boolean;
  readonly headEnd: string;
  /** The HTML before the first inline script of the body: data that the scripts read, and the first paint does not. */
  readonly beforeScripts: string;
  /** If it is absent, head and scripts stay as the renderer has written them. */
  readonly firstPaint?: Pick<FirstPaint, 'changeHead' | 'changeScript'> | undefined;
}

const markerStart = '<!--static-html:';
const markerEnd = '-->';

/**
 * Marks the place of static HTML in a page. Texts cannot contain the marker: React escapes them, and the sanitizer removes
 * comments.
 */
export const markerOf = (id: string): string => markerStart + id + markerEnd;

const endOfHead = '</head>';
const startOfScript = '<script';
const endOfScript = '</script>';

/**
 * Changes a page in one pass over its bytes: the first paint and the structured data in its head, static HTML, scripts.
 * Returns the parts of the page, and the contents of the inline scripts of the renderer.
 */
export function createPageRewriter(options: RewriteOptions) {
  const { headEnd, firstPaint } = options;
  const { nonce, staticHtml, metadata, styles } = options.page;
  const nonceAttribute = ` nonce="${nonce}"`;
  const scripts: (string | Buffer)[] = [];
  let isAfterHead = false;
  let { beforeScripts } = options;
  let pending: Buffer = Buffer.alloc(0);
  let parts: Buffer[] = [];

  const addText = (text: string) => void (text !== '' && parts.push(Buffer.from(text)));

  function addHead(head: string) {
    // linear: the content ends at the first `</script>`, which React escapes
    const inline = new RegExp(`<script[^>]*${nonceAttribute}[^>]*>(.*?)</script>`, 'gs');
    for (const [, content = ''] of head.matchAll(inline)) scripts.push(content);
    const own = options.keepsNonce ? head : head.replaceAll(nonceAttribute, '');
    const changed = firstPaint?.changeHead(own, { metadata, styles }) ?? [own];
    for (const part of changed) typeof part === 'string' ? addText(part) : parts.push(part);
    addText(headEnd);
  }

  /**
   * Returns the position after the element's nonce, or after its script. It is -1 if the end of the script has not
   * arrived.
   */
  function addScript(page: Buffer, from: number, nonceAt: number): number {
    const afterNonce = nonceAt + nonceAttribute.length;
    const tag = page.lastIndexOf('<', nonceAt);
    const isScript = page.toString('latin1', tag, tag + startOfScript.length) === startOfScript;
    const start = page.indexOf('>', afterNonce) + 1;
    const end = isScript ? page.indexOf(endOfScript, start) : afterNonce;
    if (start === 0 || end === -1) return -1;
    if (isScript) {
      parts.push(page.subarray(from, tag));
      from = tag;
      addText(beforeScripts);
      beforeScripts = '';
    }
    parts.push(page.subarray(from, options.keepsNonce ? afterNonce : nonceAt));
    if (!isScript) return end;
    parts.push(page.subarray(afterNonce, start));
    const original = page.subarray(start, end);
    const isBootstrap = firstPaint && original.includes('import("/assets/');
    const content = isBootstrap ? firstPaint.changeScript(original.toString()) : original;
    scripts.push(content);
    parts.push(Buffer.from(content));
    return end;
  }

  /** The incomplete end of `page` waits for the next part. */
  function change(page: Buffer, isLast: boolean): void {
    let at = 0;
    if (!isAfterHead) {
      const end = page.indexOf(endOfHead);
      if (end === -1 && !isLast) {
        pending = page;
        return;
      }
      isAfterHead = true;
      if (end !== -1) {
        addHead(page.toString('utf8', 0, end));
        at = end;
      }
    }
    let nonceAt = page.indexOf(nonceAttribute, at);
    let markerAt = page.indexOf(markerStart, at);
    while (nonceAt !== -1 || markerAt !== -1) {
      if (markerAt !== -1 && (nonceAt === -1 || markerAt < nonceAt)) {
        const end = page.indexOf(markerEnd, markerAt);
        if (end === -1) break;
        parts.push(page.subarray(at, markerAt));
        const id = page.toString('latin1', markerAt + markerStart.length, end);
        parts.push(staticHtml.get(id) ?? Buffer.alloc(0));
        at = end + markerEnd.length;
      } else {
        const end = addScript(page, at, nonceAt);
        if (end === -1) break;
        at = end;
      }
      if (nonceAt !== -1 && nonceAt < at) nonceAt = page.indexOf(nonceAttribute, at);
      if (markerAt !== -1 && markerAt < at) markerAt = page.indexOf(markerStart, at);
    }
    const cut = isLast ? page.length : completeUntil(page, at, nonceAt);
    parts.push(page.subarray(at, cut));
    pending = page.subarray(cut);
  }

  function take(): Buffer[] {
    const completed = parts;
    parts = [];
    return completed;
  }

  return {
    scripts,
    write(chunk: Uint8Array): Buffer[] {
      change(pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([pending, chunk]), false);
      return take();
    },
    end(): Buffer[] {
      change(pending, true);
      return take();
    },
  };
}

/** The complete part ends before a script whose end has not arrived, and before an incomplete tag. */
function completeUntil(page: Buffer, from: number, nonceAt: number): number {
  if (nonceAt !== -1) return Math.max(from, page.lastIndexOf('<', nonceAt));
  const tag = page.lastIndexOf('<');
  return tag > page.lastIndexOf('>') ? Math.max(from, tag) : page.length;
}
