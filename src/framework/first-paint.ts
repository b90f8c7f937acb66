import { hash } from 'node:crypto';

/** Decides what a page contains before its first paint, and what it requests after it. */
export interface FirstPaint {
  /** The inline stylesheet of the pages. */
  readonly styles: string;
  /** The rules of the web fonts. */
  readonly file: { readonly path: string; readonly css: string };
  /**
   * Returns the head of a page, without its end, with its metadata and the stylesheet inline. The web fonts, their rules
   * and the scripts that the page announced are listed for the head script, which requests them after the first paint
   * (src/framework/head-script.ts).
   */
  changeHead(head: string, metadata: readonly Buffer[]): (string | Buffer)[];
  /** Waku's bootstrap, which starts the scripts, waits for the first paint. */
  changeScript(script: string): string;
}

// linear: a rule of a font has no nested block
const fontFace = /@font-face\s*\{[^}]*\}/g;
// linear: React writes the attributes
const announcedScript = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
// linear: the two fixed parts are apart
const startOfScripts = /import\("\/assets\/[^"]+"\)/;
const address = /url\(([^()]+)\)/g;
/** Every page needs these fonts. The others are requested when a character needs them. */
const latinFont = /-latin-[\w-]{8}\.woff2$/;

export function createFirstPaint(css: string): FirstPaint {
  const webFonts = Array.from(css.matchAll(fontFace), ([rule]) => rule).filter(isWebFont);
  const fonts = webFonts.join('');
  const styles = css.replaceAll(fontFace, (rule) => (isWebFont(rule) ? '' : rule));
  const rules = Buffer.from(`${styles}</style>`);
  const digest = hash('sha256', fonts, 'base64url').slice(0, 8);
  const path = `/assets/fonts-${digest}.css`;
  const urls = Array.from(fonts.matchAll(address), ([, url = '']) => url);
  const latin = urls.filter((url) => latinFont.test(url));

  return {
    file: { path, css: fonts },
    styles,
    changeHead(head, metadata) {
      const scripts = Array.from(head.matchAll(announcedScript), ([, url]) => url);
      const afterPaint = [path, ...latin, ...scripts].join(' ');
      const kept = head.replaceAll(announcedScript, '');
      // The list is before the head script, which reads it, and after the elements that link previews read: they may stop
      // after 4 kB.
      const found = kept.indexOf('<script');
      const at = found === -1 ? kept.length : found;
      return [
        kept.slice(0, at),
        ...metadata,
        `<style data-after-paint="${afterPaint}">`,
        rules,
        `${kept.slice(at)}<noscript><link rel="stylesheet" href="${path}"></noscript>`,
      ];
    },
    changeScript: (script) => script.replace(startOfScripts, 'afterPaint.then(()=>$&)'),
  };
}

const isWebFont = (rule: string): boolean => rule.includes('url(');
