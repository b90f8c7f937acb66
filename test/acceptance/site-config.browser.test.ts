import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { siteConfig } from '#src/config/site.ts';
import { visitor } from '#test/support/browser.ts';
import { type ScriptedHost, startScriptedHost } from '#test/support/scripted-host.ts';
import { root, startSite } from '#test/support/site.ts';

/** Prefix of every text in the changed site config. */
const mark = '※';
/** Keys whose values are not displayed text: addresses, numbers, identifiers. */
const nonTextKeys =
  'src href action method remote closedDates tiles email locale timeZone network category sort'.split(
    ' ',
  );

/** Texts of the sample that others display too: a skin's name, section 2's link, the search's name, a city of the host. */
const sharedTexts = ['Tamarind', 'Apply Now', 'Openings', 'Lagos'];

let copy: string;
let host: ScriptedHost;
before(async () => {
  // Its openings contain no text of the sample company.
  host = await startScriptedHost();
  copy = await mkdtemp(join(tmpdir(), 'careers-another-'));
  for (const part of 'src cli public waku.config.ts tsconfig.json package.json package-lock.json'.split(
    ' ',
  ))
    await cp(join(root, part), join(copy, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
});
after(async () => {
  await host.stop();
  await rm(copy, { recursive: true, force: true });
});

/** Changes the site config of the copy. Returns a function that restores it. */
async function changeSiteConfig(from: string, to: string): Promise<() => Promise<void>> {
  const path = join(copy, 'src/config/site.ts');
  const sample = await readFile(path, 'utf8');
  assert.ok(sample.includes(from), from);
  await writeFile(
    path,
    sample.replace(from, () => to),
  );
  return () => writeFile(path, sample);
}

/** Every displayed text of the site config with its path. */
function textsOf(value: unknown, path: readonly string[] = []): [path: string, text: string][] {
  if (typeof value === 'string') return value === '' ? [] : [[path.join('.'), value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([key]) => !nonTextKeys.includes(key))
    .flatMap(([key, part]) => textsOf(part, [...path, key]));
}

/** All attribute values and texts of a page, and its whole text; visible or not. */
const shownBy = (page: Page) =>
  page.evaluate(() => {
    for (const code of document.querySelectorAll('script, style')) code.remove();
    const all = [...document.querySelectorAll('*')];
    const attributes = all.flatMap((one) => [...one.attributes].map(({ value }) => value));
    const texts = all.flatMap((one) =>
      [...one.childNodes].flatMap((node) => (node.nodeType === 3 ? [node.textContent ?? ''] : [])),
    );
    return [...attributes, ...texts, document.documentElement.textContent ?? ''];
  });

test('another company changes only the site config, and no text of the sample remains', async (t) => {
  const restore = await changeSiteConfig(
    'parseSiteConfig(values)',
    `parseSiteConfig(prefixed(values));
function prefixed(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return value === '' ? '' : \`${mark}\${value}\`;
  if (typeof value !== 'object' || value === null || ${JSON.stringify(nonTextKeys)}.includes(key)) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, ${JSON.stringify(nonTextKeys)}.includes(name) ? part : prefixed(part, name)]);
  return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}`,
  );
  t.after(restore);
  await changeSiteConfig('skins: { panel: true }', 'skins: { panel: false }');
  const site = await startSite({ root: copy, env: { API_HOST: host.origin } });
  t.after(() => site.stop());
  const page = await visitor(t, { allowConsole: ['404', 'tile'] });
  const shown: string[] = [];
  for (const path of ['/', '/contact', '/feedback', '/application/11', '/application/none']) {
    await page.goto(site.origin + path, { waitUntil: 'networkidle' });
    assert.equal(await page.getByRole('button', { name: 'Colours' }).count(), 0, 'no skin panel');
    shown.push(...(await shownBy(page)));
  }
  const together = shown.join('\n');
  const texts = textsOf(siteConfig);
  assert.ok(texts.length > 150);
  assert.deepEqual(
    texts.filter(([, text]) => !together.includes(mark + text)),
    [],
    'texts of the site config that no page contains',
  );
  const whole = new Set(shown.map((text) => text.trim()));
  assert.deepEqual(
    texts.filter(([, text]) => whole.has(text) && !sharedTexts.includes(text)),
    [],
    'texts of the sample that another company cannot change',
  );
});

test('an invalid value of the site config is reported by name at the start', async (t) => {
  const restore = await changeSiteConfig('category: 1,', "category: 'bread',");
  t.after(restore);
  await assert.rejects(startSite({ root: copy }), (error: Error) => {
    assert.match(error.message, /ended with 3 before it listened/);
    assert.match(
      error.message,
      /gallery\.items\.0\.category: category must be a number starting at 1/,
    );
    return true;
  });
});
