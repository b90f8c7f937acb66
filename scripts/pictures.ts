/**
 * Writes docs/pictures/<screen>-<width>-<scheme>.png for `npm run pictures [-- <screen>…]`, from the built site with its
 * sample openings, so that a review shows visual changes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium } from 'playwright-core';
import { type Screen, screens } from './pictures/screens.ts';

const WIDTHS = [360, 800, 1440];
const SCHEMES = ['light', 'dark'] as const;

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, 'docs/pictures');
const dataDir = await mkdtemp(path.join(tmpdir(), 'careers-pictures-'));
const site = spawn(process.execPath, ['cli/main.ts', 'start'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    PORT: '0',
    HOST: 'localhost',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    SITE_CONFIG: '',
  },
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--hide-scrollbars'],
});
try {
  const origin = await listening();
  await mkdir(folder, { recursive: true });
  const chosen = process.argv.slice(2);
  for (const screen of screens.filter(({ name }) => chosen.length === 0 || chosen.includes(name)))
    for (const width of WIDTHS)
      for (const scheme of SCHEMES) {
        const png = await picture(browser, origin, screen, width, scheme);
        const file = path.join(folder, `${screen.name}-${width}-${scheme}.png`);
        await writeFile(file, png);
      }
} finally {
  await browser.close();
  site.kill();
  await once(site, 'exit');
  await rm(dataDir, { recursive: true, force: true });
}

async function listening(): Promise<string> {
  for await (const line of createInterface({ input: site.stdout })) {
    const address = /https?:\/\/[^\s/"]+:\d+/.exec(line);
    if (address && line.includes('ready')) {
      site.stdout.resume();
      return address[0];
    }
  }
  throw new Error('The site ended before it listened.');
}

async function picture(
  browser: Browser,
  origin: string,
  screen: Screen,
  width: number,
  scheme: (typeof SCHEMES)[number],
): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    // The page has no motion, so that two runs give the same picture.
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(origin + screen.path, { waitUntil: 'networkidle' });
  await screen.act?.(page);
  if (!screen.view) {
    // The script scrolls through the page, so that lazy content loads.
    await page.evaluate(`(async () => {
      for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
        scrollTo(0, y);
        await new Promise((next) => setTimeout(next, 60));
      }
      scrollTo(0, 0);
    })()`);
    await page.waitForLoadState('networkidle');
  }
  await page.locator('html[data-loaded]').waitFor();
  const png = await page.screenshot({ fullPage: !screen.view, animations: 'disabled' });
  await context.close();
  return png;
}
