import { escapeMarkup } from '#src/html/text-to-html.ts';
import { language, site } from '#src/language/server.ts';
import { colorOf } from '#src/styles/colors.ts';

/** A part of a mail, which becomes text and HTML with the same content. */
export type MailPart =
  | { readonly kind: 'paragraph'; readonly text: string; readonly look?: 'small' }
  | {
      readonly kind: 'link';
      readonly text: string;
      readonly href: string;
      readonly look?: 'button' | 'small';
    }
  | { readonly kind: 'list'; readonly items: readonly MailItem[] };

interface MailItem {
  readonly text: string;
  readonly href: string;
  readonly facts: string;
}

export const paragraph = (text: string): MailPart & { readonly kind: 'paragraph' } => ({
  kind: 'paragraph',
  text,
});

export const partsToText = (parts: readonly MailPart[]): string => parts.map(toText).join('\n\n');

export const partsToHtml = (title: string, parts: readonly MailPart[]): string =>
  mailDocument(title, parts.map(toHtml).join('\n'));

function toText(part: MailPart): string {
  if (part.kind === 'paragraph') return part.text;
  // There is no colon, before which French has a space.
  if (part.kind === 'link') return `${part.text}\n${part.href}`;
  return part.items.map(({ text, facts, href }) => `${text}\n${facts}\n${href}`).join('\n\n');
}

function toHtml(part: MailPart): string {
  const small = (look: string | undefined) =>
    look === 'small' ? ` class="small" style="color:${colorOf('muted').light};font-size:14px"` : '';
  if (part.kind === 'paragraph') return `<p${small(part.look)}>${escapeMarkup(part.text)}</p>`;
  if (part.kind === 'list')
    return `<ul style="padding-left:20px">${part.items.map(toItem).join('\n')}</ul>`;
  const button =
    part.look === 'button'
      ? ` class="button" style="display:inline-block;padding:12px 20px;background:${colorOf('accent').light};color:${colorOf('on-accent').light}"`
      : '';
  return `<p${small(part.look)}><a${button} href="${escapeMarkup(part.href)}">${escapeMarkup(part.text)}</a></p>`;
}

const toItem = ({ text, facts, href }: MailItem): string =>
  `<li style="margin:12px 0"><a href="${escapeMarkup(href)}"><b>${escapeMarkup(text)}</b></a><br>${escapeMarkup(facts)}</li>`;

/**
 * Returns a whole document with the HTML in it, in the colors of the site and the language of the mail. Mail programs know
 * no custom properties, and some ignore a style element: its rules are for links and for the dark scheme only.
 */
export function mailDocument(title: string, html: string): string {
  const { tag, dir } = language();
  const [paper, surface, text, muted, line, accent, onAccent] = [
    colorOf('paper'),
    colorOf('surface'),
    colorOf('on-surface'),
    colorOf('muted'),
    colorOf('line'),
    colorOf('accent'),
    colorOf('on-accent'),
  ] as const;
  return `<!doctype html>
<html lang="${tag}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeMarkup(title)}</title>
<style>
a{color:${accent.light}}
@media (prefers-color-scheme:dark){
body{background:${paper.dark}!important}
.card{background:${surface.dark}!important;border-color:${line.dark}!important;color:${text.dark}!important}
.brand,.small{color:${muted.dark}!important}
a{color:${accent.dark}!important}
.button{background:${accent.dark}!important;color:${onAccent.dark}!important}
}
</style>
</head>
<body style="margin:0;padding:16px;background:${paper.light}">
<div style="max-width:36em;margin:0 auto;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<p class="brand" style="color:${muted.light}">${escapeMarkup(site().brand.name)}</p>
<div class="card" style="padding:8px 20px;background:${surface.light};color:${text.light};border:1px solid ${line.light}">
${html}
</div>
</div>
</body>
</html>
`;
}
