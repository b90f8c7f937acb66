import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { captchaScripts } from '#src/components/captcha/captcha-drivers.ts';
import { type ComponentSite, openComponent } from '../support/component-page.ts';

let site: ComponentSite;
before(async () => {
  site = await openComponent(new URL('captcha.fixture.tsx', import.meta.url));
});

/** Replaces a provider's script, because tests have no network: the same functions, with a button in place of the puzzle. */
const widgetScript = (provider: string) => `
  let rendered = 0;
  window.${provider} = {
    render(place, options) {
      const id = 'widget-' + ++rendered;
      const solve = Object.assign(document.createElement('button'), { id, textContent: 'Solve' });
      solve.onclick = () => options.callback('token for ' + options.sitekey + ' in ' + options.${provider === 'hcaptcha' ? 'hl' : 'language'});
      const expire = Object.assign(document.createElement('button'), { textContent: 'Expire' });
      expire.onclick = () => options['expired-callback']();
      place.append(solve, expire);
      return id;
    },
    remove(id) { document.getElementById(id).parentElement.replaceChildren(); },
  };`;

for (const [provider, title, failureTitle] of [
  [
    'turnstile',
    'the widget of turnstile is rendered once, when it becomes visible, and its token is reported and withdrawn',
    'a widget of turnstile that does not load shows a message',
  ],
  [
    'hcaptcha',
    'the widget of hcaptcha is rendered once, when it becomes visible, and its token is reported and withdrawn',
    'a widget of hcaptcha that does not load shows a message',
  ],
] as const) {
  const script = captchaScripts[provider];

  test(title, async (t) => {
    const { page, requested } = await site.visit(t, {
      prepare: (page) =>
        page.route(script, (route) =>
          route.fulfill({ contentType: 'text/javascript', body: widgetScript(provider) }),
        ),
      allowConsole: ['Failed to load resource'],
    });
    const section = page.getByRole('region', { name: provider });
    const token = section.locator('input[type="hidden"]');
    const reset = section.getByRole('button', { name: 'Reset' });
    await page.waitForLoadState('networkidle');
    assert.ok(!requested.includes(script), 'it was requested before it was visible');
    await reset.scrollIntoViewIfNeeded();
    await section.getByRole('button', { name: 'Solve' }).click();
    assert.equal(await token.inputValue(), `token for key of ${provider} in en`);
    await section.getByRole('button', { name: 'Expire' }).click();
    assert.equal(await token.inputValue(), '');
    await reset.click();
    await section.locator('#widget-2').waitFor();
    assert.equal(await section.getByRole('button', { name: 'Solve' }).count(), 1);
    assert.equal(requested.filter((address) => address === script).length, 1);
  });

  test(failureTitle, async (t) => {
    const { page } = await site.visit(t, {
      allowConsole: ['Failed to load resource'],
      prepare: (page) => page.route(script, (route) => route.abort()),
    });
    const section = page.getByRole('region', { name: provider });
    await section.getByRole('button', { name: 'Reset' }).scrollIntoViewIfNeeded();
    await section.getByRole('alert').getByText('The captcha could not be loaded.').waitFor();
  });
}
