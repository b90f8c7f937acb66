import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { captchaAddresses } from '#src/domain/model/captcha.ts';
import { type ComponentSite, openComponent } from '../support/component-page.ts';

let site: ComponentSite;
before(async () => {
  site = await openComponent(new URL('captcha.fixture.tsx', import.meta.url));
});

/** Stands for the provider's script, which is out of reach here: the same functions, a button for a puzzle. */
const widgetScript = `
  let drawn = 0;
  window.turnstile = {
    render(place, options) {
      const id = 'widget-' + ++drawn;
      const solve = Object.assign(document.createElement('button'), { id, textContent: 'Solve' });
      solve.onclick = () => options.callback('token for ' + options.sitekey);
      const expire = Object.assign(document.createElement('button'), { textContent: 'Expire' });
      expire.onclick = () => options['expired-callback']();
      place.append(solve, expire);
      return id;
    },
    remove(id) { document.getElementById(id).parentElement.replaceChildren(); },
  };`;
const script = captchaAddresses.turnstile.script;

test("the provider's widget is drawn once, when it comes near, and its token told and taken back", async (t) => {
  const { page, requested } = await site.visit(t, {
    prepare: (page) =>
      page.route(script, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: widgetScript }),
      ),
  });
  await page.waitForLoadState('networkidle');
  assert.ok(!requested.includes(script), 'it was asked for before it was near');
  const told = page.locator('output');
  await told.scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Solve' }).click();
  assert.equal(await told.textContent(), 'token for site-key');
  await page.getByRole('button', { name: 'Expire' }).click();
  assert.equal(await told.textContent(), '');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.locator('#widget-2').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Solve' }).count(), 1);
  assert.equal(requested.filter((address) => address === script).length, 1);
});

test('a widget that does not come says so', async (t) => {
  const { page } = await site.visit(t, {
    allowConsole: ['Failed to load resource'],
    prepare: (page) => page.route(script, (route) => route.abort()),
  });
  await page.locator('output').scrollIntoViewIfNeeded();
  await page.getByRole('alert').getByText('The captcha could not be loaded.').waitFor();
});
