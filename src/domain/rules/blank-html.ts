/**
 * Whether an editor's HTML holds no text (`<p><br></p>`, `&nbsp;` and the like). Cheap enough for every
 * keystroke and small enough for the browser, hence no parser.
 */
export function isBlankHtml(html: string): boolean {
  return (
    html
      .replace(/<[^>]*>/g, '')
      .replace(/&(?:nbsp|#160|#xa0|#8203|#x200b);/gi, '')
      .replace(/[\s\u200b\ufeff]/gu, '') === ''
  );
}
