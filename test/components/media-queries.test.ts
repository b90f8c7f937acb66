import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { stickyHeaderQuery } from '#src/components/media-queries.ts';

const source = join(import.meta.dirname, '../../src');
const stylesheet = (path: string) => readFileSync(join(source, path), 'utf8');

test('the stylesheets of the header switch to mobile mode below 768 px', () => {
  for (const path of ['main-nav/main-nav', 'header/header', 'dropdown/dropdown'])
    assert.ok(stylesheet(`components/${path}.module.css`).includes('@media (width < 768px)'));
});

test('the header is fixed above 991 px, and the stylesheet uses the query of the script', () => {
  assert.equal(stickyHeaderQuery, '(width > 991px)');
  assert.ok(stylesheet('styles/tokens.css').includes(`@media ${stickyHeaderQuery}`));
});

test('only the carousel reads the width of the viewport, and its stylesheet uses px too', () => {
  const readers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => /innerWidth|clientWidth/.test(stylesheet(path)));
  assert.deepEqual(readers, ['components/carousel/carousel-engine.ts']);
});
