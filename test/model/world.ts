import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { messages } from '#src/domain/model/messages.ts';
import { withoutEditor } from '#test/support/browser.ts';
import { newAddress } from '#test/support/client-address.ts';
import type { CuttableProxy } from '#test/support/cuttable-proxy.ts';
import type { Opening } from './host.ts';

/** What a tab shows. */
export interface Seen {
  readonly kind: 'form' | 'documents' | 'receipt' | 'browser-error' | 'other';
  readonly path: string;
  /** The text of the page's main part, without values. */
  readonly text: string;
  /** The text of an open dialog. */
  readonly dialog: string | undefined;
  /** Whether a draft of another visit or tab is offered. */
  readonly offered: boolean;
  /** Whether a request is in progress or an overlay covers the page. */
  readonly busy: boolean;
  /** The controls of the application form by name; no empty ones. */
  readonly values: Readonly<Record<string, string>>;
  /** The names of the buttons and links that can be used. */
  readonly usable: readonly string[];
}

/** One page of a device, and the requests it waits for. */
export class Tab {
  readonly page: Page;
  readonly #requests = new Set<unknown>();
  #news = Promise.withResolvers<void>();

  constructor(page: Page) {
    this.page = page;
    page.on('request', (request) => this.#requests.add(request));
    const ended = (request: unknown) => {
      this.#requests.delete(request);
      this.#news.resolve();
      this.#news = Promise.withResolvers();
    };
    page.on('requestfinished', ended);
    page.on('requestfailed', ended);
    page.on('close', () => {
      this.#requests.clear();
      ended(undefined);
    });
    page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
  }

  /** Waits until the page is hydrated, has no request in progress and has rendered. */
  async quiet(): Promise<void> {
    const end = Date.now() + patienceMs;
    let state = '';
    while (Date.now() < end) {
      await Promise.race([this.#idle(), delay(end - Date.now(), undefined, { ref: false })]);
      // Rejects while the page is replaced.
      state = await this.page.evaluate(unsettled).catch((error: unknown) => String(error));
      if (this.page.isClosed() || (state === '' && this.#requests.size === 0)) return;
    }
    throw new Error(`${this.page.url()} is not quiet: ${state}, ${this.#requests.size} requests`);
  }

  async #idle(): Promise<void> {
    while (this.#requests.size > 0) await this.#news.promise;
  }

  /** What the page shows. An upload that ends may open the receipt meanwhile. */
  async see(): Promise<Seen> {
    try {
      return await this.page.evaluate(readPage, messages.applied);
    } catch (error) {
      if (!/because of a navigation/.test(String(error))) throw error;
      await this.quiet();
      return this.see();
    }
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  async close(): Promise<void> {
    const closed = this.page.waitForEvent('close');
    await this.page.close({ runBeforeUnload: true });
    await closed;
  }
}

/** The longest wait for a page, also on a busy machine. */
const patienceMs = 60_000;

/** Handles the page's pending tasks; resolves with what it still waits for, or ''. */
async function unsettled(): Promise<string> {
  if (location.protocol === 'chrome-error:') return '';
  // After React's own tasks, among them the effects of what it has hydrated. The page's clock does not control it.
  await scheduler.postTask(() => undefined, { priority: 'background' });
  if (document.readyState !== 'complete') return 'loading';
  for (const node of document.querySelectorAll('main, main form, main form button'))
    if (!Object.keys(node).some((key) => key.startsWith('__reactProps')))
      return `not hydrated: ${node.outerHTML.slice(0, 80)}`;
  if (document.querySelector('form[aria-busy="true"], main [type="submit"]:disabled'))
    return 'sending';
  return '';
}

function readPage(): Seen {
  const main = document.querySelector('main');
  const usable = [...document.querySelectorAll('main button, main a[href], dialog[open] button')]
    .filter(
      (node) => node.checkVisibility({ visibilityProperty: true }) && !node.matches(':disabled'),
    )
    .map((node) => (node as HTMLElement).innerText.trim());
  const form = document.querySelector('[name="emailaddress"]')?.closest('form');
  const values = [...(form?.elements ?? [])].flatMap((node) => {
    const { name, type, value } = node as HTMLInputElement;
    return name && value && type !== 'hidden' && name !== 'website' ? [[name, value]] : [];
  });
  const text = main?.innerText ?? '';
  const documents = document.querySelector('[data-document]') !== null;
  const sendable = usable.includes('Submit application');
  return {
    kind:
      location.protocol === 'chrome-error:'
        ? 'browser-error'
        : documents
          ? 'documents'
          : sendable
            ? 'form'
            : location.pathname === '/feedback'
              ? 'receipt'
              : 'other',
    path: location.pathname,
    text,
    dialog: (document.querySelector('dialog[open]') as HTMLElement | null)?.innerText,
    offered: usable.includes('Restore') && usable.includes('Discard'),
    busy: document.querySelector('form[aria-busy="true"]') !== null,
    values: Object.fromEntries(values),
    usable,
  };
}

/** No part of a path. */
const notLoaded = ['*.woff2', '*.avif', '*.webp', '*.jpg', '*.png'];

/** A browser profile with its storage, cookies and tabs. */
export class Device {
  readonly context: BrowserContext;
  readonly tabs = new Map<number, Tab>();
  /** Uncaught exceptions of the pages. */
  readonly errors: string[] = [];
  readonly #origin: string;
  /** A page of the site without script, to read the storage. */
  readonly #reader: Page;
  #barriers = 0;

  private constructor(context: BrowserContext, origin: string, reader: Page) {
    this.context = context;
    this.#origin = origin;
    this.#reader = reader;
    context.on('weberror', (error) => this.errors.push(String(error.error())));
  }

  static async start(browser: Browser, origin: string): Promise<Device> {
    const context = await browser.newContext({
      extraHTTPHeaders: newAddress(),
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(patienceMs);
    await context.addInitScript(() => {
      const { performance } = window;
      Object.assign(window, { entriesOfType: performance.getEntriesByType.bind(performance) });
    });
    await context.clock.install();
    // The clock's `performance` has no entries, and the pages read from them whether Back opened them.
    await context.addInitScript(() => {
      const { entriesOfType } = window as unknown as {
        entriesOfType: Performance['getEntriesByType'];
      };
      window.performance.getEntriesByType = entriesOfType;
    });
    await context.addInitScript({ content: withoutEditor });
    const reader = await context.newPage();
    await reader.goto(`${origin}/icon.svg`);
    return new Device(context, origin, reader);
  }

  async tab(slot: number): Promise<Tab> {
    const known = this.tabs.get(slot);
    if (known) return known;
    const page = await this.context.newPage();
    const session = await this.context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setBlockedURLs', { urls: notLoaded });
    const tab = new Tab(page);
    this.tabs.set(slot, tab);
    return tab;
  }

  /** Opens an opening's page; offline the browser shows its own error page. */
  async open(slot: number, opening: Opening): Promise<void> {
    const { page } = await this.tab(slot);
    await page.goto(`${this.#origin}/application/${opening}`).catch(() => undefined);
  }

  async close(slot: number): Promise<void> {
    await this.tabs.get(slot)?.close();
    this.tabs.delete(slot);
  }

  /** Lets the pages' timers of the next `ms` milliseconds run. */
  async advance(ms: number): Promise<void> {
    await this.context.clock.fastForward(ms);
  }

  /** Waits until all tabs have handled each other's storage events and are quiet. */
  async settle(): Promise<void> {
    const tabs = [...this.tabs.values()];
    await Promise.all(tabs.map((tab) => tab.quiet()));
    if (tabs.length < 2) return;
    const own = (
      await Promise.all(
        tabs.map(async (tab) => ((await tab.see()).kind === 'browser-error' ? [] : [tab])),
      )
    ).flat();
    for (const writer of own) {
      this.#barriers += 1;
      const value = `${this.#barriers}`;
      await writer.page.evaluate((text) => localStorage.setItem('model-barrier', text), value);
      const others = own.filter((tab) => tab !== writer);
      await Promise.all(
        others.map(({ page }) =>
          page.waitForFunction((text) => localStorage.getItem('model-barrier') === text, value),
        ),
      );
    }
    await Promise.all(tabs.map((tab) => tab.quiet()));
  }

  /** What this device stores for the site, by key. */
  async stored(): Promise<Readonly<Record<string, string>>> {
    const { 'model-barrier': _, ...stored } = await this.#reader.evaluate(() => ({
      ...localStorage,
    }));
    return stored;
  }
}

/** The devices of one path, each started when it is first used, and their connection to the site. */
export class World implements AsyncDisposable {
  readonly proxy: CuttableProxy;
  readonly devices = new Map<number, Device>();
  readonly #browser: Browser;

  constructor(browser: Browser, proxy: CuttableProxy) {
    this.#browser = browser;
    this.proxy = proxy;
  }

  async device(id: number): Promise<Device> {
    const device = this.devices.get(id) ?? (await Device.start(this.#browser, this.proxy.origin));
    this.devices.set(id, device);
    return device;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.devices.values()].map(({ context }) => context.close()));
  }
}
