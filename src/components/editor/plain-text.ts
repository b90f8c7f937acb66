const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Plain text as HTML: an empty line ends a paragraph, any other line break stays one. Outer blanks go. */
export function textToHtml(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeText(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

/** HTML as plain text, for where the editor itself cannot be had. Browser only; runs nothing it reads. */
export function htmlToPlainText(html: string): string {
  const broken = html
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/(?:p|div|h[1-6]|ul|ol|blockquote)>/gi, '\n\n')
    .replace(/<\/li>/gi, '\n');
  const { body } = new DOMParser().parseFromString(broken, 'text/html');
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
}
