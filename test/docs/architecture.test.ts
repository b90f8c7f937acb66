import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { documentStates } from '#src/api-host/documents/document-states.ts';
import { root } from '#test/support/site.ts';

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const section = (title: string) => page.split('\n## ').find((part) => part.startsWith(title)) ?? '';
const steps = (title: string) =>
  [...section(title).matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path);
const paths = ['From the submit button', 'A document'];

/** Returns the files of the project that a file imports, types included. */
function importsOf(path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8');
  return [...source.matchAll(/\b(?:from|import)\s*\(?\s*'(#src\/|\.)([^']+)'/g)].map(
    ([, start = '', rest = '']) =>
      relative(
        root,
        start === '.' ? resolve(root, path, '..', start + rest) : join(root, 'src', rest),
      ),
  );
}

test('the two paths name files that exist', () => {
  for (const title of paths) {
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

test('each file of a path is imported by one before it', () => {
  // The first file on the server receives a request.
  for (const title of paths)
    for (const [index, path] of steps(title).entries())
      if (index > 0 && path !== 'src/app.ts')
        assert.ok(
          steps(title)
            .slice(0, index)
            .some((earlier) => importsOf(earlier).includes(path)),
          `${title}: no file before ${path} imports it`,
        );
});

test('each row of the table of layers may import only rows below it', () => {
  const rows = [...page.matchAll(/^\| `(?:src\/)?([^`]+)` \|/gm)].map(([, name = '']) => name);
  const { forbidden } = createRequire(import.meta.url)(`${root}.dependency-cruiser.cjs`);
  const rules: { readonly name: string; readonly to: { readonly pathNot: string[] } }[] =
    forbidden.filter(({ name }: { readonly name: string }) => name.startsWith('imports-of-'));
  assert.ok(rules.length > 10);
  for (const { name, to } of rules) {
    const layer = name.slice('imports-of-'.length);
    assert.ok(rows.includes(layer), layer);
    const [, ...allowed] = to.pathNot.map((pattern) =>
      pattern
        .replace(/^\^(?:src\/)?/, '')
        .replace(/[/$]$/, '')
        .replaceAll('\\.', '.'),
    );
    const below = rows.slice(rows.indexOf(layer) + 1);
    for (const one of allowed)
      assert.ok(
        below.some((row) => row.replace('/*', '') === one),
        `${layer} may import ${one}, which is not below it`,
      );
  }
});

test('the table of layers has a row for each folder and file of src with code', () => {
  const rows = [...page.matchAll(/^\| `src\/([^/`]+)[^|]+\|/gm)].map(([, name]) => name);
  const code = globSync('src/**/*.{ts,tsx}', { cwd: root })
    // `waku dev` writes pages.gen.ts.
    .filter((path) => !path.endsWith('.d.ts') && !path.endsWith('.gen.ts'))
    .map((path) => path.split('/')[1]);
  assert.deepEqual(new Set(rows), new Set(code));
});

test('the table of the states of a document is the one that the host reads', () => {
  const rows = [
    ...section('The states of a document').matchAll(/^\| `(\w+)`: [^|]+ \| (.+) \|$/gm),
  ];
  assert.deepEqual(
    Object.fromEntries(rows.map(([, state, cells = '']) => [state, cells.split(' | ')])),
    Object.fromEntries(
      Object.entries(documentStates).map(([state, { isHeld, mail }]) => [
        state,
        [isHeld ? 'yes' : 'no', mail],
      ]),
    ),
  );
});
