import { after, before, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  type ConsoleMessage,
  chromium,
  type Page,
  type Request,
  type WebError,
} from 'playwright-core';
import { newAddress } from './client-address.ts';
import { closeAtEnd } from './shared.ts';

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
  '--js-flags=--max-lazy,--no-opt,--no-maglev',
  // The tabs of a visitor share a process, because starting one takes as long as loading a page.
  '--renderer-process-limit=1',
];
const withoutFonts = '--disable-remote-fonts';
const withoutImages = '--blink-settings=imagesEnabled=false';
/** No tile fits into the memory for tiles, so that nothing is drawn; layout, frames and events are the same. */
const withoutDrawing = [
  '--force-gpu-mem-available-mb=1',
  '--default-tile-width=1280',
  '--default-tile-height=1280',
];

/** What pages load besides HTML, styles and scripts. Only pages with fonts are drawn. */
type Resources = 'none' | 'images' | 'images and fonts';
const flags: Readonly<Record<Resources, readonly string[]>> = {
  none: [...withoutDrawing, withoutFonts, withoutImages],
  images: [...withoutDrawing, withoutFonts],
  'images and fonts': [],
};

/** What a person sees is tested, not how fast this machine is. */
const defaultTimeoutMs = 180_000;

const running = new Map<Resources, Promise<Browser>>();
closeAtEnd(async () => {
  for (const browser of running.values()) await (await browser).close();
});

/**
 * Returns one Chromium with these resources for all tests of a process; a new one after a crash. Without web fonts,
 * text has the fallback fonts, whose metrics are the same, and a page takes a fifth less time; without images a tenth.
 */
export async function sharedBrowser(resources: Resources = 'none'): Promise<Browser> {
  const known = running.get(resources);
  if (known && (await known).isConnected()) return known;
  const launched = chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumFlags, ...flags[resources]],
  });
  running.set(resources, launched);
  return launched;
}

let withImages = false;

/** Lets images load for the visitors of this test file. */
export function loadImages(): void {
  before(() => {
    withImages = true;
  });
  after(() => {
    withImages = false;
  });
}

const resourcesOf = ({ webFonts = false }: VisitorOptions): Resources =>
  webFonts ? 'images and fonts' : withImages ? 'images' : 'none';

export interface VisitorOptions extends BrowserContextOptions {
  /** Console messages that do not fail the test: texts that the message contains. */
  readonly allowConsole?: readonly string[];
  /** Whether web fonts load, and images too; false if not given. */
  readonly webFonts?: boolean;
  /** Whether the letter's editor loads; true if not given. Without it, the letter is written in its text area. */
  readonly editor?: boolean;
}

/** The options of a visitor with a phone. */
export const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

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
    /**
     * Whether React has attached its event handlers to the document (only then is its root no longer dehydrated) and to
     * the forms, one of which has a script of its own.
     */
    isHydrated(): boolean;
    /** Resolves when React has run its effects, and hydrated what it left out at first: in tasks after that of the root. */
    whenReady(): Promise<void>;
  }
}
const pageScript = `
  // tsx names functions with a helper that does not exist in the page.
  globalThis.__name = (named) => named;
  window.isHydrated = () => {
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer'));
    const forms = [...document.querySelectorAll('form[method]')];
    return (
      document[key]?.stateNode.current.memoizedState.isDehydrated === false &&
      forms.every((form) => Object.keys(form).some((name) => name.startsWith('__reactFiber')))
    );
  };
  // The browser's own, because those of a paused clock would wait.
  const { requestAnimationFrame: frame, requestIdleCallback: idle, setTimeout: start, clearTimeout: clear } = window;
  window.clearTimers = () => {
    for (let id = start(() => {}); id > 0; id -= 1) clear(id);
  };
  window.whenReady = async () => {
    while (!isHydrated()) await new Promise((resolve) => frame(resolve));
    await new Promise((resolve) => idle(resolve));
  };
`;

/** How long `goto` waits for hydration. A test that routes requests may hold the scripts back, so it waits less. */
const hydrationTimeoutMs = { usual: 30_000, routed: 3000 };

/** Waits until the page is ready. Not with waitForFunction, for which Playwright adds 340 kB of script to each page. */
async function ready(page: Page): Promise<void> {
  try {
    await page.evaluate(async () => {
      if ('__WAKU_HYDRATE__' in globalThis) await window.whenReady();
    });
  } catch (error) {
    // The page was replaced.
    if (/navigation/.test(String(error))) await ready(page);
  }
}

/** The requests that have started and not ended, and when the last one started or ended, by `performance.now()`. */
interface Network {
  readonly open: Set<Request>;
  changed: number;
}

function noticeRequests(context: BrowserContext): Network {
  const network: Network = { open: new Set(), changed: performance.now() };
  const note = (method: 'add' | 'delete') => (request: Request) => {
    network.open[method](request);
    network.changed = performance.now();
  };
  context.on('request', note('add'));
  context.on('requestfinished', note('delete'));
  context.on('requestfailed', note('delete'));
  return network;
}

/** Returns whether the page has the whole response of a request, whose end Playwright may not have reported. */
async function hasEnded(request: Request): Promise<boolean> {
  try {
    return await request
      .frame()
      .evaluate(
        (url) =>
          performance.getEntriesByName(url).some((entry) => Reflect.get(entry, 'responseEnd') > 0),
        request.url(),
      );
  } catch {
    // The page was replaced, or the request is that of the page itself.
    return false;
  }
}

/**
 * Waits until no request has been under way for half a second: the meaning of Playwright's 'networkidle', which sometimes
 * never comes on a page that an earlier visitor has used.
 */
async function networkIdle(network: Network): Promise<void> {
  const end = performance.now() + defaultTimeoutMs;
  const isQuiet = (ms: number) => performance.now() - network.changed >= ms;
  while (network.open.size > 0 || !isQuiet(500)) {
    if (performance.now() > end)
      throw new Error(`The network is not idle: ${[...network.open].map((one) => one.url())}`);
    if (isQuiet(5000))
      for (const request of network.open) if (await hasEnded(request)) network.open.delete(request);
    await delay(50);
  }
}

/** Pages and contexts whose requests the present visitor's test routes. */
const routed = new WeakSet<Page | BrowserContext>();

/**
 * A page requests its scripts after the first paint, so its 'load' and 'networkidle' events may come before. Lets `goto`
 * return when the page is ready, unless it waits for an earlier event.
 */
function waitForScripts(page: Page, network: Network): void {
  const goto = page.goto.bind(page);
  const owners = [page, page.context()];
  for (const owner of owners) {
    const route = owner.route.bind(owner);
    owner.route = (...args) => {
      routed.add(owner);
      return route(...args);
    };
  }
  page.goto = async (url, options) => {
    const until = options?.waitUntil ?? 'load';
    // Those of the page before, whose end may not be reported.
    network.open.clear();
    const waitUntil = until === 'networkidle' ? 'load' : until;
    const response = await goto(url, { ...options, waitUntil });
    if (until === 'commit' || until === 'domcontentloaded') return response;
    const held = owners.some((owner) => routed.has(owner));
    const ms = held ? hydrationTimeoutMs.routed : hydrationTimeoutMs.usual;
    await Promise.race([ready(page), delay(ms, undefined, { ref: false })]);
    if (until === 'networkidle') await networkIdle(network);
    return response;
  };
  const waitForLoadState = page.waitForLoadState.bind(page);
  page.waitForLoadState = async (state, options) => {
    if (state !== 'networkidle') return waitForLoadState(state, options);
    await waitForLoadState('load', options);
    await networkIdle(network);
  };
}

/**
 * Pages whose visitors have left, by those of the visitors' options that last. The next visitor gets such a page, because
 * a page in a process that has shown others before takes half the processor time.
 */
const leftPages = new Map<string, Page[]>();

/** Pages with a change that cannot be undone. */
const changedPages = new WeakSet<Page>();
/** What undoes a visitor's other changes. */
const undoers = new WeakMap<Page, (() => Promise<void>)[]>();
const sessions = new WeakMap<Page, CDPSession>();
/** The size and the media features that `setMedia` set, unless the test has changed them since. */
const mediaSet = new WeakMap<Page, string>();
/** Later tabs of a context get the options of its present visitor. */
const present = new WeakMap<BrowserContext, VisitorOptions>();

/** Marks the page, or remembers what undoes it, when a test calls a method whose effect lasts as long as its page or context. */
function noticeChanges(page: Page): void {
  const context = page.context();
  const lasting: readonly (readonly [object, readonly string[]])[] = [
    [page, ['exposeFunction']],
    [context, ['addInitScript', 'exposeFunction', 'grantPermissions']],
  ];
  for (const [owner, names] of lasting)
    for (const name of names) {
      const method = Reflect.get(owner, name);
      Reflect.set(owner, name, (...args: unknown[]) => {
        changedPages.add(page);
        return method.apply(owner, args);
      });
    }
  for (const name of ['emulateMedia', 'setViewportSize']) {
    const method = Reflect.get(page, name);
    Reflect.set(page, name, (...args: unknown[]) => {
      mediaSet.delete(page);
      return method.apply(page, args);
    });
  }
  const undo: (() => Promise<void>)[] = [];
  undoers.set(page, undo);
  const addInitScript = page.addInitScript.bind(page);
  page.addInitScript = async (...args: Parameters<typeof addInitScript>) => {
    const script = await addInitScript(...args);
    undo.push(() => script.dispose());
    return script;
  };
  const install = page.clock.install.bind(page.clock);
  page.clock.install = async (options) => {
    undo.push(() => uninstallClock(context));
    await install(options);
  };
  const newSession = context.newCDPSession.bind(context);
  context.newCDPSession = async (owner) => {
    const session = await newSession(owner);
    undo.push(() => session.detach());
    return session;
  };
  const setOffline = context.setOffline.bind(context);
  context.setOffline = async (offline) => {
    if (offline) undo.push(() => setOffline(false));
    await setOffline(offline);
  };
  const openTab = context.newPage.bind(context);
  context.newPage = async () => {
    const tab = await openTab();
    await setMedia(tab, present.get(context));
    if (present.get(context)?.editor === false) await tab.addInitScript({ content: withoutEditor });
    return tab;
  };
}

/** Playwright's own, which it uses where it gives a context to another test; no public method calls it. */
async function uninstallClock(context: BrowserContext): Promise<void> {
  interface Internals {
    readonly _connection: {
      toImpl(context: BrowserContext): {
        readonly clock: { uninstall(progress: Progress): Promise<void> };
      };
    };
  }
  const { clock } = (context as BrowserContext & Internals)._connection.toImpl(context);
  await clock.uninstall({ race: (work) => work });
}

interface Progress {
  race<T>(work: Promise<T>): Promise<T>;
}

/** The document stays until the next visitor opens a page: until then it must not store, send or ask anything. */
const leaveScript = `
  stop();
  window.clearTimers?.();
  for (const type of ['beforeunload', 'pagehide', 'visibilitychange'])
    addEventListener(type, (event) => event.stopImmediatePropagation(), true);
  Storage.prototype.setItem = () => {};
  XMLHttpRequest.prototype.send = () => {};
  navigator.sendBeacon = () => true;
  window.fetch = () => new Promise(() => {});
  localStorage.clear();
  sessionStorage.clear();
`;

/**
 * Removes from a page and its context what a visitor left: storage, cookies, history, routes, listeners and other tabs;
 * also the cache if web fonts load, because those visits are about the first load. Returns whether the next visitor can
 * have the page.
 */
async function leave(page: Page, { webFonts }: VisitorOptions): Promise<boolean> {
  if (page.isClosed() || changedPages.has(page) || !page.url().startsWith('http')) return false;
  const context = page.context();
  try {
    for (const other of context.pages()) if (other !== page) await other.close();
    page.removeAllListeners();
    await page.unrouteAll();
    await context.unrouteAll();
    for (const owner of [page, context]) routed.delete(owner);
    for (const undo of undoers.get(page)?.splice(0) ?? []) await undo();
    await page.evaluate(leaveScript);
    await context.clearCookies();
    await page.mouse.move(-1, -1);
    const session = sessions.get(page);
    if (webFonts) await session?.send('Network.clearBrowserCache');
    await session?.send('Page.resetNavigationHistory');
    return true;
  } catch {
    // For example because the page crashed.
    return false;
  }
}

/** The browser refuses storage, as one with blocked cookies does. */
export const blockStorage = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    }),
  );

/**
 * Returns a new visitor (own cookies, storage and client address) with one page, who prefers reduced motion unless
 * `options` say otherwise: moving pictures took a tenth of the processor time of all tests. A console error, a console
 * warning or an uncaught exception in any of the visitor's pages fails the test at its end, unless `allowConsole` names
 * it.
 */
export async function visitor(t: TestContext, options: VisitorOptions = {}): Promise<Page> {
  const { allowConsole: allowed = [], ...pageOptions } = options;
  const resources = resourcesOf(options);
  // Fonts and images that the page preloads and that are not used.
  const allowConsole = [...allowed];
  if (resources !== 'images and fonts') allowConsole.push('.woff2');
  if (resources === 'none') allowConsole.push('image loading is disabled', '.svg was preloaded');
  const {
    viewport,
    colorScheme,
    forcedColors,
    reducedMotion,
    extraHTTPHeaders,
    editor,
    ...lasting
  } = pageOptions;
  const defaults = { javaScriptEnabled: true, fixedSize: viewport !== null, resources };
  const key = JSON.stringify(Object.entries({ ...defaults, ...lasting }).sort());
  const left = leftPages.get(key)?.pop();
  const page = left && !left.isClosed() ? left : await newPage(pageOptions);
  if (page === left) await setMedia(page, options);
  if (editor === false) await page.addInitScript({ content: withoutEditor });
  const context = page.context();
  present.set(context, options);
  await context.setExtraHTTPHeaders({ ...newAddress(), ...extraHTTPHeaders });
  const origins = new Set<string>();
  const complaints: string[] = [];
  const complain = (text: string) => {
    // Before its first page, a visitor has the page of the visitor before.
    const isAllowed = allowConsole.some((allowed) => text.includes(allowed));
    if (origins.size > 0 && !isAllowed && !refusedApplication.test(text)) complaints.push(text);
  };
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complain(`${message.text()} ${message.location().url}`);
  };
  const onError = (error: WebError) => complain(String(error.error()));
  context.on('console', onConsole);
  context.on('weberror', onError);
  page.on('framenavigated', (frame) => {
    if (frame.parentFrame() === null) origins.add(new URL(frame.url()).origin);
  });
  t.after(async () => {
    context.off('console', onConsole);
    context.off('weberror', onError);
    if (origins.size === 1 && (await leave(page, options))) {
      const pages = leftPages.get(key) ?? [];
      leftPages.set(key, [...pages, page]);
    } else await context.close();
    if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`);
  });
  return page;
}

/** Chromium reports the status of a refusal, of which the page itself tells. */
const refusedApplication = /status of (?:409|410|422|429|50[2-7]) .*\/application\/[^/]+$/;

/** Returns the media features of a visitor's pages. */
const mediaOf = ({
  colorScheme = 'light',
  forcedColors = 'none',
  reducedMotion = 'reduce',
}: VisitorOptions) => ({ colorScheme, forcedColors, reducedMotion });

/**
 * Gives a page of an earlier visitor's context the size and the media features of the present one, if they differ: a change
 * of them computes all styles of the earlier visitor's document again.
 */
async function setMedia(page: Page, options: VisitorOptions = {}): Promise<void> {
  // Playwright's own default.
  const { viewport = { width: 1280, height: 720 } } = options;
  const media = mediaOf(options);
  const wanted = JSON.stringify([viewport, media]);
  if (mediaSet.get(page) === wanted) return;
  await page.emulateMedia({ media: null, ...media });
  if (viewport !== null) await page.setViewportSize(viewport);
  mediaSet.set(page, wanted);
}

/** Returns a page in a context of its own. */
async function newPage(options: Omit<VisitorOptions, 'allowConsole'>): Promise<Page> {
  const { editor: _, webFonts: __, ...contextOptions } = options;
  const browser = await sharedBrowser(resourcesOf(options));
  const context = await browser.newContext({ ...contextOptions, ...mediaOf(options) });
  context.setDefaultTimeout(defaultTimeoutMs);
  if (contextOptions.javaScriptEnabled !== false) {
    await context.addInitScript({ content: pageScript });
    const network = noticeRequests(context);
    context.on('page', (page) => waitForScripts(page, network));
  }
  const page = await context.newPage();
  sessions.set(page, await context.newCDPSession(page));
  noticeChanges(page);
  return page;
}
