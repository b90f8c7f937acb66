import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  applicationForm,
  fillApplication,
  newApplicant,
  submitButton,
  typedValues,
} from '#test/support/applicant.ts';
import { faultSite } from '#test/support/faults.ts';

const faults = faultSite();
const address = () => `${faults.origin}/application/12`;

test('a script of an earlier build, whose server function is gone, sends its application as a plain form', async (t) => {
  const page = await faults.visitor(t, { allowConsole: ['404 (Not Found)'] });
  await page.goto(address());
  await fillApplication(page, newApplicant({ letter: 'Dear bakers,\n<b>I bake</b> & drive.' }));
  // What that script does, at an address of React.
  await applicationForm(page).evaluate(async (element) => {
    const data = new FormData(element as HTMLFormElement);
    const call = '/RSC/F/0123456789ab/submitAction.txt';
    const { status } = await fetch(call, { method: 'POST', body: data });
    if (status !== 404) throw new Error(`${status}`);
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      enctype: 'multipart/form-data',
      action: window.location.pathname,
    });
    for (const [name, value] of data)
      form.append(Object.assign(document.createElement('textarea'), { name, value }));
    document.body.append(form);
    form.submit();
  });
  await page.getByText('Your reference').waitFor();
  assert.equal(faults.primary.callsTo('applyjobposting').length, 1);
});

test('an application that the earlier build refuses, as it still runs beside, keeps every value and can be sent again', async (t) => {
  const page = await faults.visitor(t, { allowConsole: ['400 (Bad Request)'] });
  await page.goto(address());
  await fillApplication(page, newApplicant({ letter: 'Dear bakers' }));
  const { form_key: _, ...typed } = await typedValues(page);
  // That build knows no form without a server function: it answers with its page.
  const page400 = { status: 400, contentType: 'text/html', body: '<!DOCTYPE html><p>Renewed' };
  await page.route(
    address(),
    (route) => (route.request().method() === 'POST' ? route.fulfill(page400) : route.continue()),
    { times: 1 },
  );
  await submitButton(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('it is one application, however often you press').waitFor();
  await page.keyboard.press('Escape');
  const shown = await typedValues(page);
  for (const [name, value] of Object.entries(typed)) assert.equal(shown[name], value, name);
  await submitButton(page).click();
  await page.getByText('Your reference').waitFor();
});
