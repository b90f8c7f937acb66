const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** The result may be used in an element or an attribute with double quotes, in HTML and XML. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** An empty line ends a paragraph, and any other line break becomes `<br>`. */
export const textToHtml = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeMarkup(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');

const htmlFragment = /^\s*<(p|div|ul|ol|h[1-6]|blockquote)\b[^>]*>[\s\S]*<\/\w+>\s*$/i;

export const isHtmlFragment = (text: string): boolean => htmlFragment.test(text);
