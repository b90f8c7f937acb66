import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { visitor } from '../support/browser.ts';
import { openings } from '../support/default-responses.ts';
import { replies } from '../support/scripted-host.ts';
import { siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost({ SITE_ORIGIN: 'https://careers.example', API_TIMEOUT_MS: '1500' });

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

describe('the application page', () => {
  test('shows all fields of an opening', async () => {
    at.host.next('findopening', found());
    const { status, html } = await at.read('/application/7');
    assert.equal(status, 200);
    for (const part of [
      /<h1[^>]*>(?:<span[^>]*>)?Pastry chef</,
      /Northwind Bakery · Full time/,
      />Lagos, Kano</,
      /<dt>Job status<\/dt><dd>Full time</,
      /<dt>Required skill<\/dt><dd>Lamination</,
      /<dt>Extra skills<\/dt><dd>Chocolate work</,
      /<dt>Employment type<\/dt><dd>Full time</,
      /<dt>Pay<\/dt><dd>₦180,000 to ₦240,000 a month</,
      /<dt>Posted<\/dt><dd><time dateTime="2026-10-01">1 October 2026</,
      /<dt>Closing date<\/dt><dd><time dateTime="2999-01-31">31 January 2999</,
    ])
      assert.match(html, part);
  });

  test('has the form below the opening', async () => {
    const { html } = await at.read('/application/11');
    const form = html.indexOf('name="firstname"');
    assert.ok(form > html.indexOf('Required skill'));
    const needed = html.slice(html.indexOf('What is needed'), form);
    for (const part of [
      'No account',
      'Within one week',
      '4MB',
      'CV, NYSC certificate, WAEC result, Undergraduate certificate, Other document: <span>pdf, doc, docx</span>',
      'Passport photograph: <span>png, jpg, jpeg, pdf</span>',
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

  test('keeps the line breaks of a plain-text description', async () => {
    at.host.next('findopening', found({ jobdescription: 'One\n\nTwo < three' }));
    const { html } = await at.read('/application/7');
    assert.match(html, /class="prose _plain[^"]*">One\n\nTwo &lt; three</);
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
      assert.match(html, /<a href="\/application\/11"[^>]*>Apply Now/);
      assert.match(html, /<title>Opening not found \|/);
      assert.match(html, /<meta name="robots" content="noindex"/);
    });

  test('is shown in a browser too, at the requested URL', async (t) => {
    const page = await visitor(t, { allowConsole: ['404 (Not Found)'] });
    await page.goto(`${at.origin}/application/no-such-thing`);
    await page.waitForLoadState('networkidle');
    await page.getByRole('heading', { name: 'We could not find that opening.' }).waitFor();
    assert.equal(page.url(), `${at.origin}/application/no-such-thing`);
    assert.equal(await page.locator('details').count(), openings.length);
  });
});

describe('when the API fails', () => {
  test('shows the last good copy of an opening with a note', async () => {
    await at.read('/application/12');
    at.host.next('findopening', ...Array.from({ length: 5 }, () => replies.http(503)));
    const { status, html } = await at.read('/application/12');
    assert.equal(status, 200);
    assert.match(html, /This may be out of date\./);
    assert.match(html, /Counter assistant/);
  });

  test('shows a message with a link if there is no copy', async (t) => {
    at.host.always('findopening', replies.truncatedJson());
    t.after(() => at.host.always('findopening'));
    const { status, html } = await at.read('/application/never%20read');
    assert.equal(status, 503);
    assert.match(html, /This opening cannot be shown right now\./);
    assert.match(html, /<a href="\/application\/never%20read"[^>]*>Try again/);
    assert.match(html, /<meta name="robots" content="noindex"/);
  });
});
