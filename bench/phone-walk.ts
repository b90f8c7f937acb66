import { chromium } from 'playwright-core';
import { walkOnPhone } from '#test/support/phone-walk.ts';

/**
 * `npx tsx bench/phone-walk.ts http://localhost:3000` counts the taps, words and seconds of an applicant on a phone
 * (docs/design.md).
 */
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'reduce',
});
const measured = await walkOnPhone(page, process.argv[2] ?? 'http://localhost:3000');
process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
await browser.close();
