import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siteConfig } from '#src/config/site.ts';
import { submitButton, waitForHydration } from '#test/support/applicant.ts';
import { visitor } from '#test/support/browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

const sample = sampleSite();
const allowConsole = ['tile.openstreetmap.org', '404'];

test('the first opening begins on the first screen, at 360, 800 and 1440 px; search and controls are in one line', async (t) => {
  const page = await visitor(t, { allowConsole, webFonts: true });
  for (const [width, height] of [
    [360, 740],
    [800, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(sample.origin, { waitUntil: 'networkidle' });
    const row = await page.locator('#openings details').first().boundingBox();
    assert.ok(row && row.y < height, `at ${width} px the first row begins at ${row?.y}`);
    const controls = page.locator('main search').locator('select, input[name="q"], button');
    const boxes = await controls.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ bottom, height }) => [bottom, height]),
    );
    assert.equal(boxes.length, 3);
    for (const box of boxes) assert.deepEqual(box, boxes[0], `at ${width} px`);
  }
});

test('on a phone a row says house and city in one line and pay at 16 px; Apply Now leads to the form, whose errors have their heading in view', async (t) => {
  const page = await visitor(t, {
    allowConsole,
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
  });
  await page.goto(sample.origin, { waitUntil: 'networkidle' });
  const panel = page.locator('#openings details').filter({ hasText: 'Kitchen Porter' }).first();
  const summary = panel.locator('summary');
  const [city, house] = await Promise.all(
    [/^Lagos$/, /Buka Ireti/].map((text) =>
      summary.locator('span', { hasText: text }).last().boundingBox(),
    ),
  );
  assert.ok(city && house && Math.abs(city.y + city.height - house.y - house.height) < 4);
  assert.match(await summary.innerText(), /New Buka Ireti\n/);
  const pay = summary.getByText(/^₦90,000/);
  assert.equal(await pay.evaluate((node) => getComputedStyle(node).fontSize), '16px');
  assert.doesNotMatch(await page.locator('#openings').innerText(), /·/);
  // Forms are folded, the showcase is short.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(height < 12_000, `home is ${height} px high`);
  const footerLinks = page.locator('footer a');
  for (const link of await footerLinks.all())
    assert.ok(((await link.boundingBox())?.height ?? 0) >= 44, await link.innerText());
  // The first entry of the select is not cut.
  const select = page.getByRole('search', { name: 'Openings' }).locator('select');
  const [room, needed] = await select.evaluate((it: HTMLSelectElement) => {
    const style = getComputedStyle(it);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('no canvas');
    context.font = style.font;
    const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
    return [it.clientWidth - padding, context.measureText('Select company...').width];
  });
  assert.ok(room >= needed, `${room} of ${needed} px`);
  await summary.click();
  await panel.getByRole('link', { name: 'Apply Now' }).click();
  await page.waitForURL(/\/application\/\d+#apply$/);
  await page.getByText('This job does not need: NYSC certificate').waitFor();
  const form = await page.getByRole('heading', { name: 'Apply for this job' }).boundingBox();
  assert.ok(form && form.y > 0 && form.y < 370, `the form begins at ${form?.y}`);

  await waitForHydration(submitButton(page));
  await page.locator('main input[name="age"]').fill('15.5');
  await submitButton(page).click();
  const heading = page.getByRole('heading', { name: 'There is a problem' });
  await heading.waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'alert');
  const box = await heading.boundingBox();
  assert.ok(box && box.y >= 0 && box.y + box.height <= 740, `the heading is at ${box?.y}`);
  await page.getByRole('link', { name: 'Age: Please enter only digits.' }).waitFor();
});

test('on a wide screen Apply Now is beside the facts, and job, pay, closing date and step beside the form; the thank-you page thanks nobody who has sent nothing', async (t) => {
  const page = await visitor(t, { allowConsole, viewport: { width: 992, height: 800 } });
  await page.goto(`${sample.origin}/application/101`, { waitUntil: 'networkidle' });
  const apply = page.locator('main').getByRole('link', { name: 'Apply Now', exact: true }).first();
  const [button, fact] = await Promise.all([
    apply.boundingBox(),
    page.locator('main dl').first().boundingBox(),
  ]);
  assert.ok(button && fact && button.x >= fact.x + fact.width && button.y < fact.y + fact.height);
  await apply.click();
  const side = page.locator('#apply');
  for (const text of ['Head Baker, Agege Bread', 'Step 1 of 2: the form'])
    assert.equal(await side.getByText(text, { exact: true }).isVisible(), true, text);
  assert.equal(await side.getByText('Step 2 of 2: your documents').isVisible(), false);
  assert.match(await side.innerText(), /₦320,000 to ₦420,000 a month\s+Closing date: \d/);

  // In a browser that has sent nothing, with the address of the last upload too.
  const none = page.getByRole('heading', { name: 'This browser has no application to show.' });
  for (const path of ['/feedback', '/feedback?joblistingid=101']) {
    await page.goto(sample.origin + path);
    await none.waitFor();
    assert.equal(await page.getByText(siteConfig.feedback.title).count(), 0);
    assert.equal(await page.getByRole('link', { name: siteConfig.feedback.home }).count(), 1);
  }
});
