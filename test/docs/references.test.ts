import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { root } from '#test/support/site.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** The specification and the contract are copies and also name files of other projects. */
const pages = globSync(['*.md', '{docs,fixtures,bench}/**/*.md'], { cwd: root }).filter(
  (path) => !/^docs\/spec\/[sc]/.test(path),
);
const sources = globSync('{src,cli,test,scripts,bench}/**/*.{ts,tsx,js,css}', { cwd: root });

test('documentation names only files that exist', () => {
  for (const page of pages)
    for (const [, path = ''] of read(page).matchAll(
      /`((?:src|cli|test|bench|scripts|docs|public|fixtures)\/[^`<>*…\s]+)`/g,
    ))
      assert.ok(existsSync(join(root, path)), `${page}: ${path}`);
});

test('links between pages lead to files that exist', () => {
  for (const page of pages)
    for (const [, link = ''] of read(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g))
      assert.ok(existsSync(join(root, dirname(page), link)), `${page}: ${link}`);
});

test('documentation names only npm scripts that exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const page of pages)
    for (const [, name = ''] of read(page).matchAll(/npm run ([a-z:]+)/g))
      assert.ok(name in scripts, `${page}: npm run ${name}`);
});

test('each decision that is cited has a page', () => {
  const numbers = readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 3));
  for (const path of [...pages, ...sources])
    for (const [, number = ''] of read(path).matchAll(/decisions? (\d{3})\b/g))
      assert.ok(numbers.includes(number), `${path}: decision ${number}`);
});
