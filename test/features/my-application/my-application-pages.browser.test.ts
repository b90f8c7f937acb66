import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applicationPage } from '#src/features/my-application/my-application-pages.ts';
import { violations } from '#test/support/axe.ts';
import { visitor } from '#test/support/browser.ts';
import { buildApplication } from '#test/support/build-application.ts';

test('the page of a link needs no horizontal scrolling at 320 px, with file fields and the longest names', async (t) => {
  const page = await visitor(t, { viewport: { width: 320, height: 640 } });
  const long = 'm'.repeat(100);
  const html = applicationPage(
    'a'.repeat(43),
    {
      application: {
        ...buildApplication({ firstname: long, lastname: long }),
        applicant_id: 'AAAA-BBBB-CCCC',
      },
      role_name: long,
      company_name: long,
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
    },
    { mayUpload: true, unconfirmed: 'erase' },
  );
  await page.setContent(html);
  assert.equal(await page.locator('input[type="file"]').count(), 6);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  assert.deepEqual(await violations(page), []);
});
