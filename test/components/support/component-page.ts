import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { browserTextsId, language, texts } from '#src/language/server.ts';
import type { Language } from '#src/texts/language.ts';
import { type VisitorOptions, visitor } from '#test/support/browser.ts';
import { closeAtEnd } from '#test/support/shared.ts';
import { root } from '#test/support/site.ts';
import { type Bundle, bundleComponent } from './bundle.ts';

type Direction = Language['dir'];

export interface VisitOptions extends VisitorOptions {
  readonly width?: number;
  readonly height?: number;
  /** Pauses the page's clock before the page loads: only `page.clock.runFor` advances it. */
  readonly clock?: boolean;
  readonly dir?: Direction;
  /** Runs before the page loads. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** Responds to a request of the page; false passes it on to the built files, then to 404. */
export type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
) => boolean | Promise<boolean>;

/** One visit. `requested` contains every path (or URL of another host) that the page requested, in order. */
export interface Visit {
  readonly page: Page;
  readonly requested: readonly string[];
}

export interface ComponentSite {
  readonly bundle: Bundle;
  readonly origin: string;
  visit(t: TestContext, options?: VisitOptions): Promise<Visit>;
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** React's client of server functions, which forms import, reads this global, which Waku's build of the site replaces. */
const webpackGlobal = '<script>globalThis.__webpack_require__ = {};</script>';

/** A component may have any text of the catalogue. */
const textsOf = (dir: Direction) =>
  JSON.stringify({ language: { ...language(), dir }, texts: texts() });

const documentOf = ({ html, script, styles }: Bundle, dir: Direction) => `<!doctype html>
<html lang="en" dir="${dir}"><head><meta charset="utf-8"><title>Component</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">${webpackGlobal}<script type="application/json" id="${browserTextsId}">${textsOf(dir)}</script>
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}
</head><body><div id="root">${html}</div><script type="module" src="${script}"></script></body></html>`;

/** Serves a fixture, built like the site, until the test file ends. Call it in `before`. */
export async function openComponent(
  fixture: URL,
  answer: Answer = () => false,
): Promise<ComponentSite> {
  const bundle = await bundleComponent(fileURLToPath(fixture));
  const server = createServer(async (request, response) => {
    if (await answer(request, response)) return;
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (path === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    if (path === '/') {
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(documentOf(bundle, searchParams.get('dir') === 'rtl' ? 'rtl' : 'ltr'));
      return;
    }
    const folder = path.startsWith('/assets/') ? bundle.directory : join(root, 'public');
    const file = await readFile(join(folder, path)).catch(() => undefined);
    response.statusCode = file ? 200 : 404;
    response.setHeader('content-type', types[extname(path)] ?? 'text/plain').end(file ?? '');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closeAtEnd(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await bundle.remove();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { bundle, origin, visit: (t, options) => visit(t, origin, options) };
}

async function visit(
  t: TestContext,
  origin: string,
  { width = 1280, height = 800, clock, dir, prepare, ...options }: VisitOptions = {},
): Promise<Visit> {
  const page = await visitor(t, {
    viewport: { width, height },
    reducedMotion: 'no-preference',
    ...options,
  });
  const requested: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    requested.push(url.origin === origin ? url.pathname : url.href);
  });
  if (clock) {
    // An installed clock advances by itself until it is paused, which must be at a later time.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(60_000);
  }
  await prepare?.(page);
  await page.goto(dir ? `${origin}/?dir=${dir}` : origin, { waitUntil: 'load' });
  return { page, requested };
}
