import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '#test/support/site.ts';

const declaration =
  /^export (?:async )?(?:abstract )?(?:function\*?|const|class|interface|type|let) (\w+)/gm;

/** Waku asks each page for the same names, catalogues have their own, and `#language` has a side for the browser. */
const isExempt = (path: string) =>
  path === 'src/language/browser.ts' || /^src\/(?:pages|texts)\//.test(path);

test('a name is exported by one module only', () => {
  const modules = new Map<string, string[]>();
  for (const path of globSync('{src,cli}/**/*.{ts,tsx}', { cwd: root })) {
    if (isExempt(path)) continue;
    const source = readFileSync(join(root, path), 'utf8');
    for (const name of new Set(Array.from(source.matchAll(declaration), ([, name = '']) => name)))
      modules.set(name, [...(modules.get(name) ?? []), path]);
  }
  assert.ok(modules.size > 1000, `${modules.size} names`);
  const repeated = [...modules].filter(([, paths]) => paths.length > 1);
  assert.deepEqual(repeated, []);
});
