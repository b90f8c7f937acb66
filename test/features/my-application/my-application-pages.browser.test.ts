import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { applicationPage } from '#src/features/my-application/my-application-pages.ts';
import { sameOrigin } from '#src/middleware/same-origin.ts';
import { securityHeaders } from '#src/middleware/security-headers.ts';
import { violations } from '#test/support/axe.ts';
import { visitor } from '#test/support/browser.ts';
import { buildApplication } from '#test/support/build-application.ts';

const long = 'm'.repeat(100);
const linked = {
  application: {
    ...buildApplication({ firstname: long, lastname: long }),
    applicant_id: 'AAAA-BBBB-CCCC',
  },
  role_name: long,
  company_name: long,
  cities: [],
  questions: [],
  applied_at: '2026-03-01T10:00:00Z',
  withdrawn_at: null,
  documents: [
    {
      type: 'cv',
      filename: `${long}${long}.pdf`,
      received_at: '2026-03-01T10:00:00Z',
      infected: true,
    },
  ],
  expires_at: '2026-03-31T10:00:00Z',
};
const token = 'a'.repeat(43);

test('the page of a link needs no horizontal scrolling at 320 px, with file fields and the longest names', async (t) => {
  const page = await visitor(t, { viewport: { width: 320, height: 640 } });
  await page.setContent(applicationPage(token, linked, { mayUpload: true, unconfirmed: 'erase' }));
  assert.equal(await page.locator('input[type="file"]').count(), 6);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  assert.deepEqual(await violations(page), []);
});

test('on plain http, where browsers send no Sec-Fetch-Site, the forms of a link are forms of this site', async (t) => {
  const siteOrigin = 'http://careers.example';
  const app = new Hono()
    .use(securityHeaders({ siteOrigin }), sameOrigin({ siteOrigin }))
    .get(`/my-application/${token}`, (c) => c.html(applicationPage(token, linked)))
    .post(`/my-application/${token}/documents`, (c) => c.html('<p>Accepted'));
  const page = await visitor(t, { allowConsole: ['Cross-Origin-Opener-Policy', '403'] });
  await page.route(`${siteOrigin}/**`, async (route) => {
    const request = route.request();
    const headers = await request.allHeaders();
    const response = await app.request(request.url(), { method: request.method(), headers });
    const { status } = response;
    const sent = Object.fromEntries(response.headers);
    await route.fulfill({ status, headers: sent, body: await response.text() });
  });
  await page.goto(`${siteOrigin}/my-application/${token}`);
  const post = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Add documents' }).click();
  const { origin, referer, ...headers } = await (await post).allHeaders();
  assert.equal('sec-fetch-site' in headers, false);
  assert.equal(origin, siteOrigin);
  // The address of a link is a secret.
  assert.equal(referer, `${siteOrigin}/`);
  await page.getByText('Accepted').waitFor();
});
