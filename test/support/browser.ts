import type { TestContext } from 'node:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { closeAtEnd, newAddress } from './shared.ts';

const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell';

/** Flags that prevent Chromium from connecting to hosts outside this machine, and allow it to run as root in CI. */
const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  // The headless shell hints fonts fully unless told otherwise, which changes the width of text.
  '--font-render-hinting=none',
  '--disable-background-networking',
  '--disable-quic',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // A page lives for seconds: optimizing its code takes longer than it saves.
  '--js-flags=--max-lazy,--no-opt',
];

const running: { fonts?: Promise<Browser>; noFonts?: Promise<Browser> } = {};
closeAtEnd(async () => {
  for (const browser of Object.values(running)) await (await browser).close();
});

/**
 * One Chromium for all tests of a process; a new one after a crash. Without web fonts, text has the fallback fonts, whose
 * metrics are the same, and a page takes a fifth less time.
 */
export async function sharedBrowser(webFonts = false): Promise<Browser> {
  const kind = webFonts ? 'fonts' : 'noFonts';
  const known = running[kind];
  if (known && (await known).isConnected()) return known;
  const args = webFonts ? chromiumFlags : [...chromiumFlags, '--disable-remote-fonts'];
  running[kind] = chromium.launch({ executablePath: chromiumPath, args });
  return running[kind];
}

export interface VisitorOptions extends BrowserContextOptions {
  /** Console messages that do not fail the test: texts that the message contains. */
  readonly allowConsole?: readonly string[];
  /** Whether web fonts load; false if not given. */
  readonly webFonts?: boolean;
  /** Whether the letter's editor loads; true if not given. Without it, the letter is written in its text area. */
  readonly editor?: boolean;
}

/** Prevents the letter's editor from loading, because it loads only when it is seen or used. */
export const withoutEditor = `
  window.withoutEditor = true;
  const { observe } = IntersectionObserver.prototype;
  IntersectionObserver.prototype.observe = function (element) {
    if (!element.matches('[data-editor]')) observe.call(this, element);
  };
  for (const type of ['focusin', 'pointerenter', 'touchstart'])
    addEventListener(type, (event) => {
      if (event.target.closest?.('[data-editor]')) event.stopImmediatePropagation();
    }, true);
`;

declare global {
  interface Window {
    /** Whether React has attached its event handlers to the document: only then is its root no longer dehydrated. */
    isHydrated(): boolean;
    /** Hydrated, and laid out as a whole: `innerText` of a part that is not is empty. */
    isReady(): boolean;
  }
}
const hydrationScript = `
  window.isHydrated = () => {
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer'));
    return document[key]?.stateNode.current.memoizedState.isDehydrated === false;
  };
  window.isReady = () =>
    window.isHydrated() &&
    !document.documentElement.hasAttribute('data-postponed') &&
    window.postponed.length === 0;
`;

/** How long a page may take to be hydrated; one whose scripts a test holds back is not. */
const hydrationTimeoutMs = 3000;

/**
 * A page requests its scripts after the first paint, so its 'load' and 'networkidle' events may come before. Lets `goto`
 * return when the page is ready, unless it waits for an earlier event.
 */
function waitForScripts(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const until = options?.waitUntil ?? 'load';
    const response = await goto(url, options);
    if (until === 'commit' || until === 'domcontentloaded') return response;
    await page
      .waitForFunction(
        () => document.querySelector('style[data-href="pages"]') === null || window.isReady(),
        undefined,
        { timeout: hydrationTimeoutMs },
      )
      .catch(() => undefined);
    return response;
  };
}

/**
 * A new visitor (own cookies, storage and client address) with one page, who prefers reduced motion unless `options` say
 * otherwise: moving pictures took a tenth of the processor time of all tests. A console error, a console warning or an uncaught
 * exception in any of the visitor's pages fails the test at its end, unless `allowConsole` names it.
 */
export async function visitor(t: TestContext, options: VisitorOptions = {}): Promise<Page> {
  const { editor = true, webFonts = false, ...contextOptions } = options;
  // Without web fonts the fonts that the page preloads are not used.
  const allowConsole = [...(options.allowConsole ?? []), ...(webFonts ? [] : ['.woff2'])];
  const browser = await sharedBrowser(webFonts);
  const context = await browser.newContext({
    extraHTTPHeaders: newAddress(),
    reducedMotion: 'reduce',
    ...contextOptions,
  });
  if (!editor) await context.addInitScript({ content: withoutEditor });
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const text = `${message.text()} ${message.location().url}`;
    if (!allowConsole.some((allowed) => text.includes(allowed))) complaints.push(text);
  });
  context.on('weberror', (error) => {
    const text = String(error.error());
    if (!allowConsole.some((allowed) => text.includes(allowed))) complaints.push(text);
  });
  context.setDefaultTimeout(15_000);
  if (contextOptions.javaScriptEnabled !== false) {
    await context.addInitScript({ content: hydrationScript });
    context.on('page', waitForScripts);
  }
  t.after(async () => {
    await context.close();
    if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`);
  });
  return context.newPage();
}
