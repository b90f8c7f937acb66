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

/**
 * Changes a page: the first paint and the structured data in its head, static HTML, scripts. Returns the parts of the page,
 * and the contents of the inline scripts of the renderer. A character of `html` is a byte (latin1), so that a part may end
 * within a letter.
 */
export function createPageRewriter({ page, keepsNonce, headEnd, ...options }: RewriteOptions) {
  const { firstPaint } = options;
  const attribute = ` nonce="${page.nonce}"`;
  const kept = keepsNonce ? attribute : '';
  // linear: a tag has one nonce, and a script ends at the first `</script>`, which React escapes
  const script = `(<script[^>]*)${attribute}([^>]*>)(.*?)(?=</script>)`;
  const places = new RegExp(`${markerStart}([\\w-]+)${markerEnd}|${script}|${attribute}`, 'gs');
  const scripts: Buffer[] = [];
  let { beforeScripts } = options;
  let isAfterHead = false;
  let pending = '';

  const bytesOf = (html: string) => Buffer.from(html, 'latin1');

  function changeHead(html: string): Buffer[] {
    for (const [, , , , content] of html.matchAll(places))
      if (content !== undefined) scripts.push(bytesOf(content));
    const head = bytesOf(html.replaceAll(attribute, kept)).toString();
    const changed = firstPaint?.changeHead(head, page) ?? [head];
    return [...changed, headEnd].map((part) =>
      typeof part === 'string' ? Buffer.from(part) : part,
    );
  }

  function changeBody(html: string): Buffer[] {
    const parts: Buffer[] = [];
    let at = 0;
    for (const { 0: whole, 1: id, 2: start, 3: end, 4: content = '', index } of html.matchAll(
      places,
    )) {
      parts.push(bytesOf(html.slice(at, index)));
      at = index + whole.length;
      if (id !== undefined) parts.push(page.staticHtml.get(id) ?? Buffer.alloc(0));
      else if (start === undefined) parts.push(bytesOf(kept));
      else {
        const isBootstrap = firstPaint && content.includes('import("/assets/');
        const script = bytesOf(isBootstrap ? firstPaint.changeScript(content) : content);
        scripts.push(script);
        parts.push(Buffer.from(beforeScripts), bytesOf(start + kept + end), script);
        beforeScripts = '';
      }
    }
    return [...parts, bytesOf(html.slice(at))];
  }

  /** The incomplete end of `html` waits for the next part. */
  function change(html: string, isLast: boolean): Buffer[] {
    const head = isAfterHead ? 0 : html.indexOf('</head>');
    if (head === -1 && !isLast) {
      pending = html;
      return [];
    }
    const changed = isAfterHead || head === -1 ? [] : changeHead(html.slice(0, head));
    isAfterHead = true;
    const end = isLast ? html.length : completeUntil(html);
    pending = html.slice(end);
    return [...changed, ...changeBody(html.slice(Math.max(0, head), end))];
  }

  return {
    scripts,
    write: (chunk: Uint8Array): Buffer[] =>
      change(pending + Buffer.from(chunk).toString('latin1'), false),
    end: (): Buffer[] => change(pending, true),
  };
}

/** The complete part ends before a script whose end has not arrived, and before an incomplete tag. */
function completeUntil(html: string): number {
  const script = html.lastIndexOf('<script');
  if (script > html.lastIndexOf('</script>')) return script;
  const tag = html.lastIndexOf('<');
  return tag > html.lastIndexOf('>') ? tag : html.length;
}
