import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { siteConfig } from '#src/config/site.ts';
import { waitForHydration } from '../support/applicant.ts';
import { violations } from '../support/axe.ts';
import { visitor } from '../support/browser.ts';
import { openings } from '../support/default-responses.ts';
import { replies } from '../support/scripted-host.ts';
import { publicSite, siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost(publicSite);

const opening = {
  ...openings[0],
  id: 'x/1 ä?#%',
  locations: [{ city: 'Lagos' }, { city: 'Kano' }],
  jobdescription:
    '<h1>The work</h1><p>Bake <a href="https://bread.example" onclick="alert(1)">bread</a>.</p>' +
    '<script>alert(1)</script><img src="https://spy.example/x.png"><table><tr><td style="color:red">22:00</td></tr></table>',
  closing_date: '2999-01-31',
};
const found = (fields: object = {}) => replies.json({ status: 1, data: { ...opening, ...fields } });

/** Returns the text of the opening, without its description. */
const article = (html: string): string =>
  html
    .slice(html.indexOf('<article'), html.indexOf('id="description-title"'))
    .replace(/<[^>]*>/g, ' ');

describe('the application page', () => {
  test('shows all fields of an opening', async () => {
    at.host.next('findopening', found());
    const { status, html } = await at.read('/application/7');
    assert.equal(status, 200);
    let from = 0;
    for (const part of [
      /<p[^>]*><a href="\/\?company_id=1#openings">Northwind Bakery</,
      /<h1[^>]*>(?:<span[^>]*>)?Pastry chef</,
      /<dt>Pay<\/dt><dd[^>]*>₦180,000 to ₦240,000 a month</,
      /<dt>Job status<\/dt><dd[^>]*>Full time</,
      /<dt>Cities<\/dt><dd[^>]*>Lagos, Kano</,
      /<dt>Closing date<\/dt><dd[^>]*><time dateTime="2999-01-31">31 January 2999</,
      /<dt>Required skill<\/dt><dd[^>]*>Lamination</,
      /<dt>Extra skills<\/dt><dd[^>]*>Chocolate work</,
      /<dt>Posted<\/dt><dd[^>]*><time dateTime="2026-10-01">1 October 2026</,
    ]) {
      const at = html.slice(from).search(part);
      assert.notEqual(at, -1, `${part} is missing or comes too early`);
      from += at;
    }
    const text = article(html);
    for (const once of ['Full time', 'Northwind Bakery', 'Lagos', '31 January 2999'])
      assert.equal(text.split(once).length - 1, 1, `${once} in ${text}`);
  });

  test('links to the list and to similar openings', async () => {
    const { html } = await at.read('/application/12');
    assert.match(html, /<nav[^>]*aria-label="Breadcrumb"[^>]*><a href="\/#openings"/);
    const similar = html.slice(html.indexOf('id="similar-title"'), html.indexOf('<footer'));
    const links = [...similar.matchAll(/href="(\/application\/[^"]+)"/g)].map(([, path]) => path);
    assert.ok(links.length > 0 && links.length <= 3, String(links));
    assert.ok(!links.includes('/application/12'));
    assert.ok(similar.indexOf('<section') === -1);
  });

  test('shows no similar openings where the list is not known, and is complete', async (t) => {
    at.host.always('openingsall', replies.http(500));
    t.after(() => at.host.always('openingsall'));
    at.host.next('findopening', found({ company_id: 99, locations: [] }));
    const { status, html } = await at.read('/application/without-list');
    assert.equal(status, 200);
    assert.match(html, /name="firstname"/);
  });

  test('has one picture of the company, another one for the next opening', async () => {
    const [company] = siteConfig.companies.items.slice(1);
    const shown: (string | undefined)[] = [];
    for (const id of ['1', '2', '3']) {
      at.host.next('findopening', found({ id, company_name: company?.name }));
      const { html } = await at.read(`/application/${id}`);
      const article = html.slice(html.indexOf('<article'), html.indexOf('</article>'));
      for (const [, name] of article.matchAll(/src="[^"]*\/([a-z-]+)-[\w-]{8}\.svg"/g))
        shown.push(name);
    }
    const own = company?.slides.map(({ src }) => /([a-z-]+)\.\w+$/.exec(src)?.[1]);
    assert.deepEqual(shown.toSorted(), own?.toSorted());
  });

  test('on a phone Apply Now stays in view until the form, and covers no focus; the picture is at most 96 px high', async (t) => {
    const page = await visitor(t, {
      viewport: { width: 360, height: 640 },
      reducedMotion: 'reduce',
    });
    await page.goto(`${at.origin}/application/11`, { waitUntil: 'networkidle' });
    const picture = await page.locator('main article img').boundingBox();
    assert.ok(picture && picture.height <= 96, `the picture is ${picture?.height} px high`);
    const apply = page.locator('main').getByRole('link', { name: 'Apply Now', exact: true });
    assert.equal(await apply.count(), 1);
    const description = page.getByRole('heading', { name: 'About the job' });
    for (const place of [page.locator('h1'), description]) {
      await place.evaluate((element) => element.scrollIntoView({ block: 'start' }));
      const box = await apply.boundingBox();
      assert.ok(box && box.y > 0 && box.y + box.height <= 640, `Apply Now is at ${box?.y}`);
    }
    await page.locator('main a').first().focus();
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab');
      assert.equal(
        await page.evaluate(() => {
          const { activeElement } = document;
          const { left, bottom } = activeElement?.getBoundingClientRect() ?? new DOMRect();
          const bar = document.elementFromPoint(left + 4, bottom - 4)?.closest('[data-apply-bar]');
          return bar && !bar.contains(activeElement) ? activeElement?.outerHTML : '';
        }),
        '',
      );
    }
    await apply.click();
    await page.getByRole('heading', { name: 'Apply for this job' }).waitFor();
    await page.waitForFunction(() => {
      const bar = document.querySelector('[data-apply-bar]')?.getBoundingClientRect();
      return bar && bar.bottom <= 0;
    });
    assert.deepEqual(await violations(page, { within: '[data-apply-bar]' }), []);
  });

  test('leads back to the list as it was left, with its search and its scroll position', async (t) => {
    const page = await visitor(t, {
      viewport: { width: 360, height: 640 },
      reducedMotion: 'reduce',
    });
    await page.goto(`${at.origin}/?company_id=1&q=a#openings`, { waitUntil: 'networkidle' });
    const panel = page.locator('#openings details').last();
    await panel.locator('summary').click();
    const apply = panel.getByRole('link', { name: /Apply Now/ });
    await apply.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    await apply.click();
    await page.waitForURL('**/application/**');
    await waitForHydration(page.locator('main form').first());
    // An entry of the history that is not the list.
    await page.locator('main').getByRole('link', { name: 'Apply Now', exact: true }).click();
    await page.waitForURL('**#apply');
    await page.locator('nav[aria-label="Breadcrumb"] a').click();
    await page.waitForURL('**/?company_id=1&q=a**');
    assert.equal(await page.locator('header nav [aria-current="page"]').count(), 0);
    await panel.waitFor();
    await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 60, before);
  });

  test('leads to the list itself if the tab has been there only after the opening', async (t) => {
    // A new tab: the visitor's page may have the address of an earlier visitor in its history, even the list.
    const page = await (await visitor(t)).context().newPage();
    await page.goto(`${at.origin}/application/11`);
    await waitForHydration(page.locator('main form').first());
    await page.locator('header a[href="/"]').first().click();
    await page.waitForURL(`${at.origin}/`);
    await page.locator('#openings').waitFor();
    await page.goBack();
    const back = page.locator('nav[aria-label="Breadcrumb"] a');
    await waitForHydration(back);
    await back.click();
    await page.waitForURL(`${at.origin}/#openings`);
  });

  test('has the form below the opening', async () => {
    const { html } = await at.read('/application/11');
    const form = html.indexOf('name="firstname"');
    assert.ok(form > html.indexOf('Required skill'));
    const needed = html.slice(html.indexOf('What is needed'), form);
    for (const part of [
      'No account',
      'Within one week',
      'What if one is missing?',
      '4MB',
      'CV, NYSC certificate, WAEC result, Undergraduate certificate, Other document, Passport photograph',
      '<span>pdf, doc, docx</span>',
      '<span>png, jpg, jpeg, pdf</span>',
    ])
      assert.ok(needed.replaceAll('<!-- -->', '').includes(part), `${part} is not in ${needed}`);
    assert.match(html, /Can you start at 4 am\?/);
    assert.match(html, /<section id="apply"/);
  });

  test('keeps the structure of the description and removes scripts', async () => {
    at.host.next('findopening', found());
    const { html } = await at.read('/application/7');
    assert.match(
      html,
      /<h3>The work<\/h3><p>Bake <a href="https:\/\/bread\.example" rel="[^"]*" target="_blank">bread/,
    );
    assert.match(html, /<table><tr><td>22:00<\/td><\/tr><\/table>/);
    assert.doesNotMatch(html, /alert\(1\)|spy\.example|color:red/);
  });

  test('omits fields that the host did not send', async () => {
    at.host.next(
      'findopening',
      replies.json({ status: true, data: { id: 1, role_name: 'Cook', company_id: 1 } }),
    );
    const { status, html } = await at.read('/application/1');
    assert.equal(status, 200);
    assert.doesNotMatch(html.slice(0, html.indexOf('id="apply"')), /<dt>(?!<)/);
    assert.doesNotMatch(html, /undefined|null,|Invalid Date/);
  });

  test('a text from right to left begins at the right, beside one from left to right; a wide table scrolls', async (t) => {
    const cells = Array.from({ length: 8 }, (_, at) => `<td>Wednesday${at}</td>`).join('');
    at.host.next(
      'findopening',
      found({
        role_name: 'طاهي معجنات',
        jobdescription: `<p>نخبز الخبز كل صباح.</p><p>We bake bread.</p><table><tr>${cells}</tr></table>`,
      }),
    );
    const page = await visitor(t, { viewport: { width: 320, height: 700 } });
    await page.goto(`${at.origin}/application/7`);
    /** The first letter of the element is nearer to its right side than to its left side. */
    const beginsAtRight = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const range = document.createRange();
          const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
          range.setStart(node, 0);
          range.setEnd(node, 1);
          const [letter, box] = [range, element].map((one) => one.getBoundingClientRect());
          return (
            letter !== undefined &&
            box !== undefined &&
            box.right - letter.right < letter.left - box.left
          );
        });
    assert.equal(await beginsAtRight('h1'), true);
    assert.equal(await beginsAtRight('.prose p'), true);
    assert.equal(await beginsAtRight('.prose p + p'), false);
    const table = await page.locator('.prose table').evaluate((it) => ({
      scrolls: it.scrollWidth > it.clientWidth,
      height: it.clientHeight,
      page: document.documentElement.scrollWidth,
    }));
    assert.ok(table.scrolls && table.height < 80 && table.page <= 320, JSON.stringify(table));
  });

  test('keeps the line breaks of a plain-text description', async () => {
    at.host.next('findopening', found({ jobdescription: 'One\n\nTwo < three' }));
    const { html } = await at.read('/application/7');
    assert.match(html, /class="prose \w+">One\n\nTwo &lt; three</);
  });

  test('has a title, a description and a canonical URL', async () => {
    at.host.next('findopening', found());
    const { html } = await at.read('/application/7');
    assert.match(html, /<title>Pastry chef \| Tamarind Foods Group<\/title>/);
    assert.match(html, /<meta name="description" content="The work Bake bread\. 22:00"/);
    assert.ok(
      html.includes(
        '<link rel="canonical" href="https://careers.example/application/x%2F1%20%C3%A4%3F%23%25"',
      ),
    );
    assert.equal(html.match(/<title>/g)?.length, 1);
  });

  for (const id of [
    'night-22',
    'a b',
    'ä/?#',
    '100%',
    "'; drop table",
    '日本',
    '..%2f..',
    '__proto__',
  ])
    test(`requests the opening ${JSON.stringify(id)} from the API unchanged`, async () => {
      at.host.next('findopening', found());
      const { status } = await at.read(`/application/${encodeURIComponent(id)}`);
      assert.equal(status, 200);
      assert.equal(at.host.callsTo('findopening').at(-1)?.path, `/api/findopening/${id}`);
    });

  test('shows that the closing date has passed, and keeps the form', async () => {
    at.host.next('findopening', found({ closing_date: '2024-05-06' }));
    const { html } = await at.read('/application/7');
    assert.match(html, /The closing date has passed\./);
    assert.match(html, /6 May 2024/);
    assert.match(html, /name="firstname"/);
  });
});

describe('an opening that does not exist', () => {
  for (const [how, reply] of [
    ['HTTP 404', replies.http(404)],
    ['a refusal', replies.json({ status: false, message: 'not found' })],
    ['success without data', replies.json({ status: 1, data: null })],
  ] as const)
    test(`is a 404 with the other openings (${how})`, async () => {
      at.host.next('findopening', reply);
      const { status, html } = await at.read('/application/gone');
      assert.equal(status, 404);
      assert.match(html, /We could not find that opening\./);
      assert.match(html, /<a href="\/application\/11#apply"[^>]*>Apply Now/);
      assert.match(html, /<title>Opening not found \|/);
      assert.match(html, /<meta name="robots" content="noindex"/);
    });
});

describe('when the API fails', () => {
  test('the note of an old copy does not touch the header', async (t) => {
    await at.read('/application/12');
    at.host.always('findopening', replies.http(503));
    t.after(() => at.host.always('findopening'));
    const page = await visitor(t, { viewport: { width: 360, height: 740 } });
    await page.goto(`${at.origin}/application/12`);
    const note = await page
      .getByRole('status')
      .filter({ hasText: 'This may be out of date.' })
      .boundingBox();
    const header = await page.getByRole('banner').boundingBox();
    assert.ok(
      note && header && note.y >= header.y + header.height + 12,
      JSON.stringify({ note, header }),
    );
  });
});
