import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomUtils, parseDocument } from 'htmlparser2';
import type { Page } from 'playwright-core';
import { siteConfig } from '#src/config/site.ts';
import { loadImages, visitor } from '#test/support/browser.ts';
import { openings } from '#test/support/default-responses.ts';
import { replies } from '../support/scripted-host.ts';
import { listOf, publicSite, siteAndHost } from '../support/site-and-host.ts';

loadImages();

const at = siteAndHost(publicSite);
const wide = { viewport: { width: 1280, height: 800 } };

/** Scrolls without animation and waits for the next frame. */
const scrolledBy = (page: Page, by: number) =>
  page.evaluate(async (y) => {
    scrollBy({ top: y, behavior: 'instant' });
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
  }, by);

test('the hero has its slides on home and on contact, its search and company filter on home only', async () => {
  const parts = ['name="q"', 'name="company_id"', 'aria-roledescription="carousel"'];
  const mainOf = async (path: string) => /<main\b.*<\/main>/s.exec((await at.read(path)).html)?.[0];
  const [home = '', contact = ''] = [await mainOf('/'), await mainOf('/contact')];
  assert.match(contact, /<h1[^>]*>(?:<[^>]*>)*CONTACT US/);
  for (const part of parts)
    assert.deepEqual(
      [home.includes(part), contact.includes(part)],
      [true, part.startsWith('aria')],
      part,
    );
});

for (const [name, path, ms] of [
  ['the home hero changes its slides every 5000 ms, and they fade within 1000 ms', '/', 5000],
  [
    'the hero of contact changes its slides every 6000 ms, and they fade within 1000 ms',
    '/contact',
    6000,
  ],
] as const)
  test(name, async (t) => {
    const page = await visitor(t, { ...wide, reducedMotion: 'no-preference' });
    await page.clock.install();
    await page.goto(at.origin + path, { waitUntil: 'networkidle' });
    const slider = page.locator(`main [aria-label="${siteConfig.hero.slidesLabel}"]`);
    const slides = slider.getByRole('group', { includeHidden: true });
    const current = () =>
      slides.evaluateAll((all) => all.findIndex((slide) => slide.hasAttribute('data-current')));
    await page.clock.pauseAt(Date.now() + 60_000);
    // Selected without a pointer, which would pause it: its full interval starts now.
    await slider
      .getByRole('button', { name: 'Slide 2 of 3' })
      .evaluate((dot: HTMLElement) => dot.click());
    await page.clock.runFor(ms - 100);
    assert.equal(await current(), 1);
    await page.clock.runFor(200);
    assert.equal(await current(), 2);
    const fades = await slides.evaluateAll((all) =>
      all.map((slide) => getComputedStyle(slide).transition),
    );
    for (const fade of fades) assert.match(fade, /^opacity 1s/);
    await page.waitForFunction(
      (label) => {
        const all = document.querySelectorAll(`main [aria-label="${label}"] [role=group]`);
        return [...all].map((slide) => getComputedStyle(slide).opacity).join() === '0,0,1';
      },
      siteConfig.hero.slidesLabel,
      { polling: 50 },
    );
  });

test('the pictures behind the quotation lag by 0.3 of the scroll distance', async (t) => {
  const page = await visitor(t, { ...wide, reducedMotion: 'no-preference' });
  await page.goto(at.origin, { waitUntil: 'networkidle' });
  const quote = page.getByRole('region', { name: siteConfig.testimonial?.label ?? '' });
  await quote.evaluate((section) => section.scrollIntoView({ block: 'center' }));
  await quote.locator('[data-parallax][style*="translate3d"]').waitFor({ state: 'attached' });
  const place = () =>
    quote.evaluate((section) => {
      const layer = section.querySelector('[data-parallax]') ?? section;
      const { top, height } = section.getBoundingClientRect();
      const shift = new DOMMatrix(getComputedStyle(layer).transform).f;
      return { fromMiddle: innerHeight / 2 - (top + height / 2), shift };
    });
  for (const by of [-200, 350]) {
    await scrolledBy(page, by);
    const { fromMiddle, shift } = await place();
    assert.ok(Math.abs(fromMiddle) > 100, 'the page was scrolled');
    assert.ok(Math.abs(shift - fromMiddle * 0.3) < 0.2, `${shift} at ${fromMiddle}`);
  }
});

test('the background pictures of the benefits never overlap their text, at 360, 800 and 1440 px', async (t) => {
  const page = await visitor(t, wide);
  await page.goto(at.origin, { waitUntil: 'networkidle' });
  for (const width of [360, 800, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const section = page.locator('#benefits');
    await section.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    const pictures = section.locator('[aria-hidden="true"] img');
    assert.equal(await pictures.count(), siteConfig.benefits.pictures.length);
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('#benefits img')].every(
        ({ complete, naturalWidth }) => complete && naturalWidth > 0,
      ),
    );
    const covered = await section.evaluate((element) => {
      const boxes = [...element.querySelectorAll('img')].map((img) => img.getBoundingClientRect());
      return [...element.querySelectorAll('h2, dt, dd')].flatMap((words) => {
        const range = document.createRange();
        range.selectNodeContents(words);
        const lines = [...range.getClientRects()];
        const under = lines.some((line) =>
          boxes.some(
            (box) =>
              box.left < line.right &&
              line.left < box.right &&
              box.top < line.bottom &&
              line.top < box.bottom,
          ),
        );
        return under ? [words.textContent] : [];
      });
    });
    assert.deepEqual(covered, [], `at ${width} px`);
    assert.equal(await section.evaluate((element) => getComputedStyle(element).overflowX), 'clip');
    const position = await pictures.first().evaluate((img) => getComputedStyle(img).position);
    assert.equal(position, 'absolute');
  }
});

test('a panel contains role, company, cities and status; opened, 250 characters, share links and Apply Now', async (t) => {
  const page = await visitor(t, wide);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const [soon, later] = openings;
  at.host.next(
    'openingsall',
    replies.json(
      listOf([
        { ...soon, closing_date: inDays(5) },
        { ...later, closing_date: inDays(30) },
      ]),
    ),
  );
  await page.goto(at.origin);
  // The closing date is highlighted in the last week. The day begins at another time in the company's time zone.
  const styleOf = (text: RegExp) =>
    page.getByText(text).evaluate((it) => {
      const { color, fontWeight } = getComputedStyle(it);
      return { color, fontWeight };
    });
  const highlighted = await styleOf(/^closes in [456] days/);
  const usual = await styleOf(/^closes \d+ \w+/);
  assert.deepEqual([highlighted.fontWeight, usual.fontWeight], ['600', '400']);
  assert.notEqual(highlighted.color, usual.color);
  const panel = page.locator('#openings details').first();
  const summary = (await panel.locator('summary').innerText()).replace(/\s+/g, ' ');
  for (const part of [
    'Pastry chef',
    siteConfig.brand.companyName,
    'Northwind Bakery',
    'Lagos, Ibadan',
    'Full time',
    '₦180,000 to ₦240,000 a month',
  ])
    assert.ok(summary.includes(part), `${part} is not in ${summary}`);
  assert.equal(await panel.getByRole('link').first().isVisible(), false);
  await panel.locator('summary').click();
  const preview = panel.locator('p').first();
  await preview.waitFor();
  assert.match(
    (await preview.textContent()) ?? '',
    /^Make croissants & laminated dough .{216}…$/su,
  );
  const links = await panel
    .getByRole('link')
    .evaluateAll((all) =>
      all.map((link) => [link.firstChild?.textContent, link.getAttribute('href')]),
    );
  const address = encodeURIComponent(`https://careers.example/application/${openings[0]?.id}`);
  assert.deepEqual(links, [
    ['Apply Now', '/application/11#apply'],
    ['Read the full job', '/application/11#description-title'],
    ['Share on Facebook', `https://www.facebook.com/sharer/sharer.php?u=${address}`],
    ['Share on LinkedIn', `https://www.linkedin.com/sharing/share-offsite/?url=${address}`],
  ]);
});

test('the footer of every page has the services, links, address, enquiries and the year 2020', async () => {
  const { address, brand, enquiries, footer: lists } = siteConfig;
  for (const path of ['/', '/contact', '/feedback', '/application/11', '/application/none']) {
    const { html } = await at.read(path);
    const footer = DomUtils.getElementById('footer', parseDocument(html));
    assert.ok(footer, path);
    for (const [title, links] of [
      [lists.servicesTitle, lists.services],
      [lists.linksTitle, lists.links],
    ] as const) {
      const lists = DomUtils.getElementsByTagName('nav', footer);
      const list = lists.find(({ attribs }) => attribs['aria-label'] === title);
      const found = DomUtils.getElementsByTagName('a', list ?? []).map((link) => ({
        label: DomUtils.textContent(link),
        href: link.attribs.href,
      }));
      assert.deepEqual(found, links, `${title} on ${path}`);
    }
    const text = DomUtils.textContent(footer).replace(/\s+/g, ' ');
    for (const part of [
      ...address.lines,
      address.city,
      address.country,
      'General enquiries',
      enquiries.email,
      enquiries.phone,
      `© 2020 ${brand.companyName}`,
    ])
      assert.ok(text.includes(part), `${path} lacks ${part}: ${text}`);
  }
});
