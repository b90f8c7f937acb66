import { htmlToPlainText } from '#src/components/editor/plain-text.ts';
import { cleanPastedHtml } from '#src/html/pasted-html.ts';
import { copySection } from '#src/html/section-copy.ts';

/** What a browser makes of an HTML text. */
export interface BrowserResult {
  readonly pasted: string;
  /** A block of `pasted` that is inside an inline element. */
  readonly invalid: string | undefined;
  readonly text: string;
  readonly section: string;
}

const inlineWithBlock =
  ':is(p, h2, h3, strong, em, u, s, a, sub, sup) :is(p, div, h2, h3, ul, ol, blockquote), :is(ul, ol) > :not(li)';

function applyRules(html: string): BrowserResult {
  const holder = document.createElement('div');
  holder.append(cleanPastedHtml(html));
  const copy = document.createElement('div');
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  copy.append(copySection(body, location.href));
  return {
    pasted: holder.innerHTML,
    invalid: holder.querySelector(inlineWithBlock)?.outerHTML,
    text: htmlToPlainText(holder.innerHTML),
    section: copy.innerHTML,
  };
}

export function Fixture() {
  if (typeof window !== 'undefined') Object.assign(window, { applyRules });
  return <main>Rules</main>;
}
