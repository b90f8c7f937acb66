import { escapeMarkup } from '#src/html/text-to-html.ts';

/** The value of a placeholder in the text and in the HTML of a mail. A single text is escaped for the HTML. */
type MailValue = string | { readonly text: string; readonly html: string };
export type MailValues = Readonly<Record<string, MailValue>>;

/** What stands in braces in a value is no placeholder. */
export const filled = (template: string, format: 'text' | 'html', values: MailValues): string =>
  template.replaceAll(/\{([a-z]+)\}/g, (placeholder, name: string) => {
    const value = values[name] ?? placeholder;
    if (typeof value !== 'string') return value[format];
    return format === 'html' ? escapeMarkup(value) : value;
  });

export const fillBoth = (
  { text, html }: { readonly text: string; readonly html: string },
  values: MailValues,
) => ({ text: filled(text, 'text', values), html: filled(html, 'html', values) });
