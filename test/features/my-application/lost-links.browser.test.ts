import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { en } from '#src/texts/en.ts';
import { fr } from '#src/texts/fr.ts';
import { violations } from '#test/support/axe.ts';
import { visitor } from '#test/support/browser.ts';
import { linkSite } from './support/link-host.ts';

const site = linkSite();
const { host } = site;
const { lostLinks } = en;

beforeEach(() => {
  host.mailsLinks = true;
  host.linksFor.length = 0;
});

const paths = ['/feedback', '/my-application/too-short', '/my-applications'];

test('each page without an application offers a mail with the links, and its answer is the same page for every address', async (t) => {
  const page = await visitor(t, {
    allowConsole: ['404', '422'],
    viewport: { width: 360, height: 740 },
  });
  const form = page.getByRole('region', { name: lostLinks.heading });
  for (const path of paths) {
    await page.goto(site.origin + path);
    // A page of a busy machine does not wait long enough for what the host says.
    while ((await form.count()) === 0) await page.reload();
    if (path === '/my-applications')
      assert.deepEqual(await violations(page, { within: 'main' }), []);
    await form.getByRole('button', { name: lostLinks.button }).click();
    await form.getByText('This field is required.').first().waitFor();
  }
  await form.getByLabel(lostLinks.email).fill('Ada@example.com');
  await form.getByRole('button', { name: lostLinks.button }).click();
  await page.waitForURL(`${site.origin}/my-applications?result=requested`);
  await page.getByText(lostLinks.requested.title).waitFor();
  assert.deepEqual(host.linksFor, [{ emailaddress: 'Ada@example.com' }]);
  assert.ok(!page.url().includes('example.com'));
});

test('without script in French the form is sent, and a refused one keeps what was entered', async (t) => {
  const page = await visitor(t, { allowConsole: ['404', '422'], javaScriptEnabled: false });
  await page.goto(`${site.origin}/fr/my-application/too-short`);
  const entered = page.locator('input[name=email]');
  await entered.fill('ada at example.com');
  await page.getByRole('button', { name: fr.lostLinks.button }).click();
  assert.equal(new URL(page.url()).pathname, '/fr/my-applications');
  assert.equal(await entered.inputValue(), 'ada at example.com');
  assert.match(await page.title(), /^Erreur/);
  await entered.fill('ada@example.com');
  await page.getByRole('button', { name: fr.lostLinks.button }).click();
  await page.getByText(fr.lostLinks.requested.title).waitFor();
  assert.deepEqual(host.linksFor, [{ emailaddress: 'ada@example.com' }]);
});

test('a host that mails no links has no form for them', async (t) => {
  host.mailsLinks = false;
  const page = await visitor(t, { allowConsole: ['404', '422'] });
  for (const path of paths) {
    await page.goto(site.origin + path);
    assert.equal(await page.getByText(lostLinks.heading).count(), 0);
  }
});
