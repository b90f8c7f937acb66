import assert from 'node:assert/strict';
import { test } from 'node:test';
import { control, fillApplication, newApplicant } from '#test/support/applicant.ts';
import { visitor } from '#test/support/browser.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

const site = siteAndHost();

/** The sample has Nigeria and Benin, where numbers have ten digits since 2024. */
test('an applicant gives the number of the hint for Benin, and reads which countries there are', async (t) => {
  const page = await visitor(t, { editor: false });
  await page.goto(`${site.origin}/application/11`);
  const phone = control(page, 'phone');
  const described = (await phone.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const hints = await Promise.all(described.map((id) => page.locator(`#${id}`).innerText()));
  const [, example = assert.fail(hints.join())] =
    /Benin: (\+229\d{10})\./.exec(hints.join(' ')) ?? [];
  const spaced = example.replace(/(?<=^\+229|\d{2})(?=(?:\d{2})+$)/g, ' ');
  await fillApplication(
    page,
    newApplicant({ fields: { phone: '+33 6 12 34 56 78' }, answers: { 101: 'Yes' } }),
  );
  const send = page.getByRole('button', { name: 'Submit application' });
  await send.click();
  await page
    .getByRole('link', { name: 'Please enter a valid phone number (Nigeria, Benin).' })
    .waitFor();
  assert.equal(site.host.callsTo('applyjobposting').length, 0);
  await phone.fill(spaced);
  await send.click();
  const call = await site.host.called('applyjobposting');
  assert.equal((call.json as { phone: string }).phone, example);
});
