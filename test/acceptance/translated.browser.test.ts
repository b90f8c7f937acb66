import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { messages } from '#src/domain/model/messages.ts';
import {
  chooseDocuments,
  control,
  fillApplication,
  newApplicant,
  sixDocuments,
  submitButton,
  uploadButton,
  waitForHydration,
} from '#test/support/applicant.ts';
import { visitor } from '#test/support/browser.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

/** Wraps each text node in two `font` elements, as the translators of browsers do, now and whenever one appears: for `page.evaluate`. */
function translate(): void {
  const isText = (node: Node): node is Text =>
    node instanceof Text &&
    node.data.trim() !== '' &&
    !node.parentElement?.closest('font,script,style,textarea,option,title,[contenteditable]');
  const wrapIn = (root: Node) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    if (isText(root)) texts.push(root);
    while (walker.nextNode()) if (isText(walker.currentNode)) texts.push(walker.currentNode);
    for (const text of texts) {
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      text.replaceWith(outer);
      inner.textContent = text.data;
    }
  };
  wrapIn(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes, target, type } of changes)
      for (const node of type === 'characterData' ? [target] : addedNodes) wrapIn(node);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}

const at = siteAndHost();

async function openTranslated(page: Page, path: string, name: string): Promise<void> {
  await page.goto(at.origin + path);
  await waitForHydration(control(page, name));
  await page.evaluate(translate);
}

const person = () => newApplicant({ letter: 'Bread.', answers: { 101: 'Yes.', 102: 'Agege' } });

test('translated by the browser, with Back at each step: apply after correcting an error, upload six documents, receipt', async (t) => {
  const page = await visitor(t, { editor: false });
  const applicant = person();
  const leaveAndReturn = async () => {
    const { href } = new URL(page.url());
    await page.getByRole('banner').locator('a[href="/contact"]:visible').first().click();
    await page.waitForURL('**/contact');
    await page.goBack();
    assert.equal(page.url(), href);
  };
  const arrive = async (element: Locator) => {
    await waitForHydration(element);
    await page.evaluate(translate);
  };
  await openTranslated(page, '/application/11', 'firstname');
  await fillApplication(page, { ...applicant, fields: { ...applicant.fields, phone: '123' } });
  await submitButton(page).click();
  await page.getByText('There is a problem').waitFor();
  assert.equal(at.host.callsTo('validatecandidate').length, 0);
  await control(page, 'phone').fill(applicant.fields.phone ?? '');
  await submitButton(page).click();
  await page.getByText(messages.applied).waitFor();
  await leaveAndReturn();
  await arrive(uploadButton(page));
  await chooseDocuments(page, sixDocuments);
  await uploadButton(page).click();
  await page.waitForURL('**/feedback**');
  const receipt = page.getByRole('region', { name: 'Your receipt' });
  await arrive(receipt);
  await leaveAndReturn();
  await receipt.getByText('6 of 6').waitFor();
  assert.equal(at.host.callsTo('applyjobposting').length, 1);
  assert.equal(at.host.callsTo('uploadapplicantdocument').length, 6);
});

test('translated by the browser: the draft of another visit, restored', async (t) => {
  const page = await visitor(t);
  await openTranslated(page, '/application/11', 'firstname');
  await control(page, 'firstname').fill('Sade');
  await page.waitForFunction(() => localStorage.getItem('application-draft:11') !== null);
  await openTranslated(page, '/application/11', 'firstname');
  await page.getByRole('button', { name: 'Restore' }).click();
  assert.equal(await control(page, 'firstname').inputValue(), 'Sade');
  await page.getByText('We kept what you wrote').waitFor({ state: 'detached' });
});

test('translated by the browser: a search, and one without a result', async (t) => {
  const page = await visitor(t);
  await page.goto(at.origin);
  const search = page.getByRole('search', { name: 'Openings' });
  await waitForHydration(search.locator('[name="q"]'));
  await page.evaluate(translate);
  await search.locator('[name="company_id"]').selectOption('1');
  for (const text of ['baker', 'zzzz', '']) {
    await search.locator('[name="q"]').fill(text);
    await search.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL((url) => (url.searchParams.get('q') ?? '') === text);
  }
  await page.locator('#openings').getByRole('heading', { level: 3 }).first().waitFor();
});

test('an error in React leaves a sentence, the reference and a way on, not a blank page', async (t) => {
  const page = await visitor(t, {
    editor: false,
    allowConsole: ['removeChild', 'NotFoundError'],
  });
  await page.goto(`${at.origin}/application/11`);
  await fillApplication(page, person());
  // React removes the button from the form after acceptance, and it is not there any more.
  await submitButton(page).evaluate((button) => {
    const { form } = button as HTMLButtonElement;
    button.closest('form > div')?.remove();
    form?.requestSubmit();
  });
  await page.getByText('This part of the page stopped working.').waitFor();
  await page.getByText(/Your reference: \S+/).waitFor();
  assert.ok(await page.getByRole('banner').isVisible());
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await uploadButton(page).waitFor();
});
