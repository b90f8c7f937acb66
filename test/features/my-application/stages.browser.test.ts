import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { siteConfig as english } from '#src/config/site.ts';
import { laterStages, type Stage, stageOf } from '#src/domain/model/stages.ts';
import { languageOf } from '#src/language/server.ts';
import { en } from '#src/texts/en.ts';
import { violations } from '#test/support/axe.ts';
import { visitor } from '#test/support/browser.ts';
import { NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { linked, linkSite, token } from './support/link-host.ts';

const site = linkSite();
const { host } = site;

const since = '2026-03-04T23:30:00Z';
const inStage = (name: Stage, note: string | null = null) =>
  linked({ stage: { name, since, note } });

const stepsShown = {
  review: ['Received, done', 'Being read', 'Interview', 'Offer'],
  interview: ['Received, done', 'Being read, done', 'Interview', 'Offer'],
  offer: ['Received, done', 'Being read, done', 'Interview, done', 'Offer'],
  hired: ['Received, done', 'Being read, done', 'Interview, done', 'Offer, done'],
};

test('long words of steps and of buttons for files stay in their columns', async (t) => {
  host.reply = inStage('offer');
  const page = await visitor(t, { viewport: { width: 320, height: 700 } });
  await page.goto(`${site.origin}/my-application/${token}`);
  const [wide, tall] = await page.locator('main').evaluate((main) => {
    const words = main.querySelectorAll<HTMLElement>('ol > li, [data-document] p > :first-child');
    for (const one of words) one.textContent = 'Calabash'.repeat(9);
    const rows = [...main.querySelectorAll<HTMLElement>('[data-document]')];
    return [
      [...words].filter((one) => one.scrollWidth > 288 || one.offsetWidth > 288).length,
      rows.filter((row) => row.offsetHeight > 400).length,
    ];
  });
  assert.deepEqual([wide, tall], [0, 0]);
});

for (const name of laterStages)
  test(`the page says first that an application is in the stage ${name}, with its day and what happens next`, async (t) => {
    const note = name === 'interview' ? 'Monday at nine.\nBring your knives, <please>.' : null;
    host.reply = inStage(name, note);
    const page = await visitor(t, { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
    await page.goto(`${site.origin}/my-application/${token}`);
    const { text, next } = english.stages[name];
    const stage = page.getByRole('region', { name: en.myApplication.stage });
    // In Lagos it is the fifth of March.
    await stage.getByText(text.replace('{day}', '5 March 2026'), { exact: true }).waitFor();
    assert.equal(await stage.locator('time').getAttribute('datetime'), since);
    const steps = stage.getByRole('list');
    if (name === 'declined') assert.equal(await steps.count(), 0);
    else {
      const shown = await steps.getByRole('listitem').allTextContents();
      assert.deepEqual(shown, stepsShown[name]);
      assert.equal(await steps.locator('[aria-current]').count(), name === 'hired' ? 0 : 1);
    }
    // The note of an interview says on which day it is.
    if (note === null) await stage.getByText(next, { exact: true }).waitFor();
    else assert.equal(await stage.getByText(next, { exact: true }).count(), 0);
    if (note === null) assert.equal(await stage.locator('figure').count(), 0);
    else assert.equal(await stage.locator('blockquote').innerText(), note);
    const isAbove = await stage.evaluate(
      (section) =>
        section.compareDocumentPosition(document.querySelector('[data-documents]') ?? section) ===
        Node.DOCUMENT_POSITION_FOLLOWING,
    );
    assert.ok(isAbove, 'the stage comes before the documents');
    assert.equal(
      (await page.locator('input[type="file"]').count()) > 0,
      stageOf(name).takesDocuments,
    );
    // In light colors, 360 px wide, axe looks at it in `test/language/own-host.browser.test.ts`.
    assert.deepEqual(await violations(page, { rules: 'colors', within: 'main' }), []);
    // A full stop or a comma stays with the day before it, however wide a line is.
    const apart = await page.locator('main p time').evaluateAll((days) => {
      const breaks: string[] = [];
      for (const day of days) {
        const range = document.createRange();
        const next = day.nextSibling;
        if (!next?.textContent?.match(/^[.,]/)) continue;
        range.setStart(next, 0);
        range.setEnd(next, 1);
        const line = day.closest('p') ?? day;
        for (let size = 120; size <= 340; size += 1) {
          Object.assign((line as HTMLElement).style, { width: `${size}px`, fontSize: '16px' });
          if (range.getBoundingClientRect().top > day.getBoundingClientRect().bottom - 4)
            breaks.push(`${size} ${line.textContent}`);
        }
        line.removeAttribute('style');
      }
      return breaks;
    });
    assert.deepEqual(apart, []);
    // At the last three as zoom of 200 % does it: half as many CSS pixels.
    for (const width of [1440, 800, 360, 720, 400, 180]) {
      await page.setViewportSize({ width, height: 450 });
      const [end, content] = await page.locator('main').evaluate((main) => {
        // `main` clips, so that it has no overflow to scroll.
        const ends = [...main.querySelectorAll('p, time, li')]
          .filter((part) => part.checkVisibility())
          .map((part) => part.getBoundingClientRect().right);
        return [Math.max(...ends), document.documentElement.scrollWidth] as const;
      });
      assert.ok(end <= width, `${end} of ${width} px`);
      if ([1440, 800, 360].includes(width)) assert.ok(content <= width, `${content} of ${width}`);
    }
  });

test('without script each stage is shown in French, as valid HTML', async () => {
  const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });
  const browser = new NoScriptBrowser(site.origin);
  for (const name of laterStages) {
    host.reply = inStage(name);
    const { text, html } = await browser.get(`/fr/my-application/${token}`);
    const stage = languageOf('fr').site.stages[name];
    // A space may be one at which no line breaks.
    const shown = [stage.text.replace('{day}', '5 mars 2026'), stage.next].map((one) =>
      one.replace(/\s+/g, ' '),
    );
    for (const one of shown) assert.ok(text.includes(one), `${name}: ${one}`);
    assert.equal(html.includes('type="file"'), stageOf(name).takesDocuments, name);
    const { results } = await validator.validateString(html);
    const faults = results.flatMap(({ messages }) => messages);
    assert.deepEqual(faults, [], name);
  }
});

test('an application that was received, withdrawn, or is from a host without stages is shown as before', async (t) => {
  const page = await visitor(t);
  const shown = async (reply: object) => {
    host.reply = reply;
    await page.goto(`${site.origin}/my-application/${token}`);
    return page.getByRole('region', { name: en.myApplication.stage }).innerText();
  };
  const received =
    'Your application was received on 1 March 2026. It is complete when all 6 documents have arrived.';
  assert.equal(await shown(linked({})), received);
  assert.equal(await shown(inStage('received')), received);
  assert.equal(
    await shown({ ...linked({}), stage: { name: 'assessed', since, note: null } }),
    received,
  );
  assert.equal(await page.locator('input[type="file"]').count(), 6);
  assert.equal(
    await shown(inStage('received', 'Please send your WAEC again.')),
    `${received}\n\nThe company adds:\nPlease send your WAEC again.`,
  );
  const withdrawn = { ...inStage('offer', 'Call us'), withdrawn_at: '2026-03-06T10:00:00Z' };
  assert.equal(
    await shown(withdrawn),
    'You withdrew this application on 6 March 2026, and the company no longer considers it.',
  );
});
