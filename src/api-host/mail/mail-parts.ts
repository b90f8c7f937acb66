import { colorOf } from '#src/config/skins.ts';
import { escapeMarkup } from '#src/html/text-to-html.ts';
import { language, site } from '#src/language/server.ts';

/** A part of a mail, which becomes text and HTML with the same content. */
export type MailPart =
  | {
      readonly kind: 'paragraph';
      readonly text: string | readonly MailRun[];
      readonly look?: 'small';
      /** Another person wrote the text, so its own direction applies, and not that of the mail. */
      readonly dir?: 'auto';
    }
  | {
      readonly kind: 'link';
      readonly text: string;
      readonly href: string;
      readonly look?: 'button' | 'small';
    }
  | { readonly kind: 'list'; readonly items: readonly MailItem[] }
  | { readonly kind: 'quote'; readonly title: string; readonly lines: readonly string[] };

/** A piece of a paragraph: plain text, a link or bold text. */
type MailRun = string | { readonly text: string; readonly href?: string };

interface MailItem {
  readonly text: string;
  /** The language of the text, if it is not that of the mail. */
  readonly lang: string | undefined;
  readonly href: string;
  readonly facts: string;
}

export const paragraph = (text: string): MailPart & { readonly kind: 'paragraph' } => ({
  kind: 'paragraph',
  text,
});

/** The values of the placeholders in a text of the site config. */
type MailValues = Readonly<Record<string, MailRun>>;
/** The values of placeholders that stand alone in their paragraph. */
type MailBlocks = Readonly<Record<string, readonly MailPart[]>>;

/**
 * Returns the parts of a text of the site config, in which an empty line ends a paragraph. The text is split before the
 * values are inserted, so that no value adds a paragraph, a placeholder or markup.
 */
export const partsOf = (text: string, values: MailValues, blocks: MailBlocks): MailPart[] =>
  text.split(/\n{2,}/).flatMap((lines): readonly MailPart[] => {
    const [, name = ''] = /^\{([a-z]+)\}$/.exec(lines) ?? [];
    return blocks[name] ?? [{ kind: 'paragraph', text: runsOf(lines, values) }];
  });

const runsOf = (text: string, values: MailValues): MailRun[] =>
  text
    .split(/\{([a-z]+)\}/)
    .map((piece, index) => (index % 2 === 0 ? piece : (values[piece] ?? `{${piece}}`)));

export const fillText = (text: string, values: MailValues): string => textOf(runsOf(text, values));

const textOf = (runs: string | readonly MailRun[]): string =>
  typeof runs === 'string'
    ? runs
    : runs.map((run) => (typeof run === 'string' ? run : run.text)).join('');

export const mailContent = (subject: string, parts: readonly MailPart[]) => ({
  subject,
  text: parts.map(toText).join('\n\n'),
  html: mailDocument(subject, parts.map(toHtml).join('\n')),
});

function toText(part: MailPart): string {
  if (part.kind === 'paragraph') return textOf(part.text);
  // There is no colon, before which French has a space.
  if (part.kind === 'link') return `${part.text}\n${part.href}`;
  // No line of a quotation can be taken for a line of the mail, such as a command.
  if (part.kind === 'quote')
    return [part.title, ...part.lines.map((line) => `> ${line}`)].join('\n');
  return part.items.map(({ text, facts, href }) => `${text}\n${facts}\n${href}`).join('\n\n');
}

function toHtml(part: MailPart): string {
  const small = (look: string | undefined) =>
    look === 'small' ? ` class="small" style="color:${colorOf('muted').light};font-size:14px"` : '';
  if (part.kind === 'paragraph') {
    const runs = typeof part.text === 'string' ? [part.text] : part.text;
    return `<p${small(part.look)}${part.dir ? ` dir="${part.dir}"` : ''}>${runs.map(runToHtml).join('')}</p>`;
  }
  if (part.kind === 'list')
    return `<ul style="padding:0 20px">${part.items.map(toItem).join('\n')}</ul>`;
  if (part.kind === 'quote')
    return `<p><b>${linesToHtml(part.title)}</b></p><blockquote>${linesToHtml(part.lines.join('\n'))}</blockquote>`;
  const link = (style: string) =>
    `<a${style} href="${escapeMarkup(part.href)}">${escapeMarkup(part.text)}</a>`;
  if (part.look !== 'button') return `<p${small(part.look)}>${link('')}</p>`;
  const background = colorOf('accent').light;
  // Outlook ignores the padding of a link, but uses the padding of the cell.
  return `<table ${layout} style="margin:16px 0"><tr><td class="button" bgcolor="${background}" style="background:${background};mso-padding-alt:12px 20px">
${link(` style="display:inline-block;padding:12px 20px;color:${colorOf('on-accent').light}"`)}
</td></tr></table>`;
}

const runToHtml = (run: MailRun): string => {
  if (typeof run === 'string') return linesToHtml(run);
  const text = linesToHtml(run.text);
  return run.href === undefined
    ? `<b>${text}</b>`
    : `<a href="${escapeMarkup(run.href)}">${text}</a>`;
};

/** Outlook does not know `white-space`. */
const linesToHtml = (text: string): string => escapeMarkup(text).replaceAll('\n', '<br>');

const toItem = ({ text, lang, href, facts }: MailItem): string => {
  const inLanguage = lang === undefined ? '' : ` lang="${escapeMarkup(lang)}"`;
  return `<li style="margin:12px 0"><a${inLanguage} dir="auto" href="${escapeMarkup(href)}"><b>${escapeMarkup(text)}</b></a><br>${escapeMarkup(facts)}</li>`;
};

const layout = 'role="presentation" border="0" cellpadding="0" cellspacing="0"';

/**
 * Returns a whole document with the HTML in it, in the colors of the site and the language of the mail. Mail programs
 * support no CSS custom properties, and some ignore a style element, so it has only the rules for links and for the
 * dark scheme. Gmail drops the attributes of `html`. Outlook supports padding in cells only, and no `max-width`.
 */
function mailDocument(title: string, html: string): string {
  const { tag, dir } = language();
  const [paper, surface, text, muted, line, accent, onAccent] = [
    colorOf('paper'),
    colorOf('surface'),
    colorOf('on-paper'),
    colorOf('muted'),
    colorOf('line'),
    colorOf('accent'),
    colorOf('on-accent'),
  ] as const;
  const font = "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
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
body,.paper{background:${paper.dark}!important}
.card{background:${surface.dark}!important;border-color:${line.dark}!important;color:${text.dark}!important}
.brand{color:${text.dark}!important}
.small{color:${muted.dark}!important}
a{color:${accent.dark}!important}
.button{background:${accent.dark}!important}
.button a{color:${onAccent.dark}!important}
}
</style>
</head>
<body style="margin:0;padding:0;background:${paper.light}">
<table ${layout} width="100%" lang="${tag}" dir="${dir}"><tr>
<td class="paper" style="padding:16px;background:${paper.light}">
<!--[if mso]><table ${layout} align="center" width="576"><tr><td><![endif]-->
<table ${layout} align="center" width="100%" style="max-width:36em;table-layout:fixed;overflow-wrap:anywhere">
<tr><td class="brand" style="padding:0 0 12px;font:20px/1.5 Georgia,serif;color:${text.light}">${escapeMarkup(site().brand.name)}</td></tr>
<tr><td class="card" style="padding:8px 20px;background:${surface.light};border:1px solid ${line.light};${font};color:${text.light}">
${html}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td>
</tr></table>
</body>
</html>
`;
}
