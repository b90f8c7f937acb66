import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { listenLocally } from '#test/support/listen-locally.ts';
import { visitor } from '../support/browser.ts';
import { siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost();

test('an opening is shared by its link and by the share sheet of the device, and printed as one clean page', async (t) => {
  const page = await visitor(t, { permissions: ['clipboard-read', 'clipboard-write'] });
  const content = 'navigator.share = async (data) => { window.shared = data; };';
  await page.addInitScript({ content });
  await page.goto(`${at.origin}/application/11`);
  const url = new URL(
    (await page.locator('link[rel=canonical]').getAttribute('href')) ?? '',
  ).toString();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  const fonts = await page
    .getByText(/^(?:WhatsApp|Copy link|Share…)/)
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).font));
  assert.equal(new Set(fonts).size, 1);
  assert.equal(fonts.length, 3);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), url);
  await page.getByRole('button', { name: 'Share…' }).click();
  assert.deepEqual(await page.evaluate(() => (window as { shared?: object }).shared), {
    url,
    title: 'Pastry chef, Tamarind Foods Group',
  });

  const code = page.getByRole('img', { name: 'QR code of this address' });
  assert.equal(await code.isVisible(), false);
  await page.emulateMedia({ media: 'print' });
  assert.ok(await code.isVisible());
  assert.ok(await page.getByText(url, { exact: true }).isVisible());
  for (const hidden of [page.locator('form'), page.locator('nav'), page.getByText('Copy link')])
    assert.equal(await hidden.first().isVisible(), false);
  const pdf = await page.pdf({ format: 'A4' });
  assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length, 1);
  // It could be alone on a second page. Nor is anybody asked for a company on paper.
  assert.equal(await page.getByText('© 2020').isVisible(), false);
  await page.goto(`${at.origin}/?q=chef`);
  await page.emulateMedia({ media: 'print' });
  const ask = page.getByText('Please select a company to search...');
  assert.equal(await ask.isVisible(), false);
});

test('on plain http, where pages have no clipboard, the link is shown to be copied', async (t) => {
  const page = await visitor(t);
  const content = "Object.defineProperty(navigator, 'clipboard', { value: undefined });";
  await page.addInitScript({ content });
  await page.goto(`${at.origin}/application/11`);
  const shown = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.defaultValue();
  });
  await page.getByRole('button', { name: 'Copy link' }).click();
  assert.match(await shown, /\/application\/11$/);
});

test('without script there is no button that does nothing, and no share sheet where the browser has none', async (t) => {
  const plain = await visitor(t, { javaScriptEnabled: false });
  await plain.goto(`${at.origin}/application/11`);
  assert.ok(await plain.getByRole('link', { name: 'WhatsApp' }).isVisible());
  assert.equal(await plain.getByRole('button', { name: 'Copy link' }).count(), 0);
  const page = await visitor(t);
  await page.addInitScript({ content: 'navigator.share = undefined;' });
  await page.goto(`${at.origin}/application/11`);
  await page.waitForLoadState('networkidle');
  assert.equal(await page.getByRole('button', { name: 'Share…' }).count(), 0);
});

test('another site shows the openings in a frame as high as they are; an opening fills the window', async (t) => {
  const body = `<!DOCTYPE html><title>Company</title><body style="margin:0">
    <script src="${at.origin}/embed.js" data-company="2" data-title="Jobs"></script>`;
  const company = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(body),
  );
  const page = await visitor(t, {
    viewport: { width: 280, height: 600 },
    allowConsole: ['Unsafe attempt to initiate navigation'],
  });
  await page.goto(`http://127.0.0.1:${await listenLocally(t, company)}/`);
  const frame = page.frameLocator('iframe[title=Jobs]');
  await frame.getByRole('heading', { name: 'Openings at Southgate Catering' }).waitFor();
  await page.waitForFunction(() => /px/.test(document.querySelector('iframe')?.style.height ?? ''));
  const size = await frame.locator(':root').evaluate((root) => ({
    height: Math.ceil(root.getBoundingClientRect().height) - innerHeight,
    width: root.scrollWidth - innerWidth,
  }));
  assert.deepEqual(size, { height: 0, width: 0 });
  await frame.getByRole('link', { name: 'Event cook' }).click();
  await page.waitForURL(`${at.origin}/application/21?ref=sundry_website`);

  // A sandbox that keeps the frame from changing the window.
  await page.goBack();
  await page.setContent(
    `<iframe title="Jobs" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" src="${at.origin}/embed?company_id=2"></iframe>`,
  );
  const tab = page.waitForEvent('popup');
  await frame.getByRole('link', { name: 'Event cook' }).click();
  await (await tab).waitForURL(`${at.origin}/application/21?ref=sundry_website`);
});
