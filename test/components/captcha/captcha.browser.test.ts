import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { captchaUrls } from '#src/domain/model/captcha.ts';
import { type ComponentSite, openComponent } from '../support/component-page.ts';

let site: ComponentSite;
before(async () => {
  site = await openComponent(new URL('captcha.fixture.tsx', import.meta.url));
});

/** Stands for a provider's script, which is out of reach here: the same functions, a button for a puzzle. */
const widgetScript = (provider: string) => `
  let drawn = 0;
  window.${provider} = {
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

for (const [provider, drawn, lost] of [
  [
    'turnstile',
    'the widget of turnstile is drawn once, when it comes near, and its token told and taken back',
    'a widget of turnstile that does not come says so',
  ],
  [
    'hcaptcha',
    'the widget of hcaptcha is drawn once, when it comes near, and its token told and taken back',
    'a widget of hcaptcha that does not come says so',
  ],
] as const) {
  const { script } = captchaUrls[provider];

  test(drawn, async (t) => {
    const { page, requested } = await site.visit(t, {
      prepare: (page) =>
        page.route(script, (route) =>
          route.fulfill({ contentType: 'text/javascript', body: widgetScript(provider) }),
        ),
      allowConsole: ['Failed to load resource'],
    });
    const section = page.getByRole('region', { name: provider });
    const told = section.locator('output');
    await page.waitForLoadState('networkidle');
    assert.ok(!requested.includes(script), 'it was asked for before it was near');
    await told.scrollIntoViewIfNeeded();
    await section.getByRole('button', { name: 'Solve' }).click();
    assert.equal(await told.textContent(), `token for key of ${provider}`);
    await section.getByRole('button', { name: 'Expire' }).click();
    assert.equal(await told.textContent(), '');
    await section.getByRole('button', { name: 'Reset' }).click();
    await section.locator('#widget-2').waitFor();
    assert.equal(await section.getByRole('button', { name: 'Solve' }).count(), 1);
    assert.equal(requested.filter((address) => address === script).length, 1);
  });

  test(lost, async (t) => {
    const { page } = await site.visit(t, {
      allowConsole: ['Failed to load resource'],
      prepare: (page) => page.route(script, (route) => route.abort()),
    });
    const section = page.getByRole('region', { name: provider });
    await section.locator('output').scrollIntoViewIfNeeded();
    await section.getByRole('alert').getByText('The captcha could not be loaded.').waitFor();
  });
}
