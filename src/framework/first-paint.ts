import { hash } from 'node:crypto';
import type { PageRecord } from '#src/request/page-record.ts';
import type { PageStyles } from './page-styles.ts';

// linear: a rule of a font has no nested block
const fontFace = /@font-face\s*\{[^}]*\}/g;
// linear: React writes the attributes
const announcedScript = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
// linear: the two fixed parts are apart
const startOfScripts = /import\("\/assets\/[^"]+"\)/;
const address = /url\(([^()]+)\)/g;
/** Every page needs these fonts. The others are requested when a character needs them. */
const latinFont = /-latin-[\w-]{8}\.woff2$/;

export type FirstPaint = ReturnType<typeof createFirstPaint>;
/** Decides what a page contains before its first paint, and what it requests after it. */
export function createFirstPaint({ home, other }: PageStyles) {
  const webFonts = Array.from(home.matchAll(fontFace), ([rule]) => rule).filter(isWebFont);
  const fonts = webFonts.join('');
  const rulesOf = (css: string) =>
    css.replaceAll(fontFace, (rule) => (isWebFont(rule) ? '' : rule));
  const styles = { home: rulesOf(home), other: rulesOf(other) };
  const rules = {
    home: Buffer.from(`${styles.home}</style>`),
    other: Buffer.from(`${styles.other}</style>`),
  };
  const digest = hash('sha256', fonts, 'base64url').slice(0, 8);
  const path = `/assets/fonts-${digest}.css`;
  const urls = Array.from(fonts.matchAll(address), ([, url = '']) => url);
  const latin = urls.filter((url) => latinFont.test(url));

  return {
    file: { path, css: fonts },
    styles: Object.values(styles),
    /**
     * Returns the head of a page, without its end tag, with its metadata and the inline stylesheet. It lists the web
     * fonts, their rules and the scripts that React announced for the head script, which requests them after the first
     * paint (src/framework/head-script.ts).
     */
    changeHead(
      head: string,
      { metadata, styles }: Pick<PageRecord, 'metadata' | 'styles'>,
    ): (string | Buffer)[] {
      const scripts = Array.from(head.matchAll(announcedScript), ([, url]) => url);
      const afterPaint = [path, ...latin, ...scripts].join(' ');
      const kept = head.replaceAll(announcedScript, '');
      // The list precedes the head script, which reads it. It follows the elements for link previews, because programs
      // that make previews may stop after 4 kB.
      const found = kept.indexOf('<script');
      const at = found === -1 ? kept.length : found;
      return [
        kept.slice(0, at),
        ...metadata,
        `<style data-after-paint="${afterPaint}">`,
        rules[styles],
        `${kept.slice(at)}<noscript><link rel="stylesheet" href="${path}"></noscript>`,
      ];
    },
    /** Waku's bootstrap, which starts the scripts, waits for the first paint. */
    changeScript: (script: string): string =>
      script.replace(startOfScripts, 'afterPaint.then(()=>$&)'),
  };
}

const isWebFont = (rule: string): boolean => rule.includes('url(');
