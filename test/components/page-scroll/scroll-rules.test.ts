import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  currentSection,
  fragmentOnPage,
  headerOffset,
  isFixed,
  positionAt,
} from '#src/components/page-scroll/scroll-rules.ts';

test('a scroll starts at its start, ends exactly at its target and is half way at half time', () => {
  const at = (elapsedMs: number) => positionAt({ from: 100, to: 900, elapsedMs, durationMs: 1000 });
  assert.deepEqual([at(-5), at(0), at(500), at(1000), at(5000)], [100, 100, 500, 900, 900]);
  assert.ok(at(250) < 300, 'it starts slowly');
});

test('a section is current when its top is within 80 px of the top of the viewport', () => {
  const sections = [
    { id: 'openings', top: 1000 },
    { id: 'intro', top: 500 },
  ];
  const at = (scrollY: number) =>
    currentSection(sections, { scrollY, viewportHeight: 800, documentHeight: 5000 });
  assert.equal(at(0), undefined);
  assert.equal(at(419), undefined);
  assert.equal(at(420), 'intro');
  assert.equal(at(919), 'intro');
  assert.equal(at(920), 'openings');
});

test('at the end of the page the last section is current, whatever its height', () => {
  const sections = [
    { id: 'intro', top: 0 },
    { id: 'find-us', top: 4900 },
  ];
  const page = { scrollY: 4200, viewportHeight: 800, documentHeight: 5000 };
  assert.equal(currentSection(sections, page), 'find-us');
});

test('only a link to the same page has a fragment', () => {
  const page = 'http://site.test/?company_id=2';
  assert.equal(fragmentOnPage('http://site.test/?company_id=2#open%20now', page), 'open now');
  assert.equal(fragmentOnPage('http://site.test/#openings', page), undefined);
  assert.equal(fragmentOnPage('http://site.test/contact#openings', page), undefined);
  assert.equal(fragmentOnPage('http://site.test/?company_id=2#', page), undefined);
});

test('the header is fixed when the page is scrolled more than 4 px past the navigation’s offset', () => {
  assert.equal(isFixed(true, 24, 20), false);
  assert.equal(isFixed(true, 24.5, 20), true);
});

test('the header is not fixed on a narrow viewport', () =>
  assert.equal(isFixed(false, 500, 20), false));

test('on a wide viewport an anchor keeps 10 px less than the header’s height clear, on a narrow one nothing', () => {
  assert.equal(headerOffset(true, 72), 62);
  assert.equal(headerOffset(false, 72), 0);
  assert.equal(headerOffset(true, 4), 0);
});
