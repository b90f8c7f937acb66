import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '#test/support/site.ts';

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const section = (title: string) => page.split('\n## ').find((part) => part.startsWith(title)) ?? '';
const steps = (title: string) =>
  [...section(title).matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path);

test('the three paths name files that exist', () => {
  for (const title of ['From the submit button', 'A document', 'A search']) {
    assert.ok(steps(title).length >= 10, title);
    for (const path of steps(title)) assert.ok(existsSync(join(root, path)), path);
  }
});

test('an application passes at most 14 files from the submit button to undici', () => {
  const files = steps('From the submit button');
  assert.ok(files.length <= 14, `${files.length} files`);
  const transport = readFileSync(join(root, files.at(-1) ?? ''), 'utf8');
  assert.match(transport, /from 'undici'/);
});

test('each file of the path imports or is passed the next one', () => {
  const source = (path: string) => readFileSync(join(root, path), 'utf8');
  const files = steps('From the submit button');
  for (const [index, path] of files.entries())
    if (index > 0)
      assert.ok(
        files.some((other) => other !== path && source(other).includes(importName(path))),
        `${path} is not imported by another file of the path`,
      );
});

/** The end of an import of `path`: '/lease.ts'. */
const importName = (path: string) => `/${path.split('/').at(-1)}'`;
