import { browserTexts, browserTextsId } from '#src/language/server.ts';
import type { PageRecord } from '#src/request/page-record.ts';
import type { FirstPaint } from './first-paint.ts';
import { markerPattern } from './static-marker.ts';

export interface RewriteOptions {
  /** If false, the nonce is removed, because the policy of a complete page has the hashes of its scripts. */
  readonly keepsNonce: boolean;
  /** If absent, head and scripts stay as the renderer has written them. */
  readonly firstPaint?: Pick<FirstPaint, 'changeHead' | 'changeScript'> | undefined;
}

/**
 * Changes a page: adds the first paint and the structured data to its head, inserts static HTML, and changes the
 * scripts, which have the nonce of the page. Returns the parts of the page, and the contents of the inline scripts of
 * the renderer. A character of `html` is a byte (latin1), so that a part may end within a letter.
 */
export function createPageRewriter(page: PageRecord, { keepsNonce, firstPaint }: RewriteOptions) {
  const attribute = ` nonce="${page.nonce}"`;
  const kept = keepsNonce ? attribute : '';
  // linear: a tag has one nonce, and a script ends at the first `</script>`, which React escapes
  const script = `(<script[^>]*)${attribute}([^>]*>)(.*?)(?=</script>)`;
  const places = new RegExp(`${markerPattern}|${script}|${attribute}`, 'gs');
  const scripts: Buffer[] = [];
  let hasTexts = false;
  let isAfterHead = false;
  let pending = '';

  const bytesOf = (html: string) => Buffer.from(html, 'latin1');

  function changeHead(html: string): Buffer[] {
    for (const [, , , , content] of html.matchAll(places))
      if (content !== undefined) scripts.push(bytesOf(content));
    const head = bytesOf(html.replaceAll(attribute, kept)).toString();
    const changed = firstPaint?.changeHead(head, page) ?? [head];
    // React would not place this script in the head, and would send its data a second time for hydration.
    const data = page.structuredData.map((one) => dataScript('type="application/ld+json"', one));
    return [...changed, ...data].map((part) =>
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
        // The texts precede the first script, because scripts read them and the first paint does not.
        if (!hasTexts) parts.push(Buffer.from(textsScript(page)));
        hasTexts = true;
        parts.push(bytesOf(start + kept + end), script);
      }
    }
    return [...parts, bytesOf(html.slice(at))];
  }

  /** Changes `html`, except for an incomplete end, which waits for the next part. */
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

/** Returns where the complete part ends: before a script whose end has not arrived, or before an incomplete tag. */
function completeUntil(html: string): number {
  const script = html.lastIndexOf('<script');
  if (script > html.lastIndexOf('</script>')) return script;
  const tag = html.lastIndexOf('<');
  return tag > html.lastIndexOf('>') ? tag : html.length;
}

const textsScript = ({ sections }: PageRecord): string =>
  sections.size === 0
    ? ''
    : dataScript(`type="application/json" id="${browserTextsId}"`, browserTexts(sections));

/**
 * Writes a script element with JSON, which browsers do not run. It escapes the characters that could end the element,
 * and those that JavaScript and JSON read differently.
 */
export function dataScript(attributes: string, data: object): string {
  const json = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<script ${attributes}>${json}</script>`;
}
