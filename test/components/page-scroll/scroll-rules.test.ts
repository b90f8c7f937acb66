import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ANCHOR_SCROLL_MS,
  currentSection,
  fragmentOnPage,
  positionAt,
  SCROLL_TO_MS,
} from '#src/components/page-scroll/scroll-rules.ts';

test('anchors take 1000 ms and scroll-to 1200 ms', () => {
  assert.equal(ANCHOR_SCROLL_MS, 1000);
  assert.equal(SCROLL_TO_MS, 1200);
});

test('a scroll starts where it is, ends exactly where it should and is half way at half time', () => {
  const at = (elapsedMs: number) => positionAt({ from: 100, to: 900, elapsedMs, durationMs: 1000 });
  assert.deepEqual([at(-5), at(0), at(500), at(1000), at(5000)], [100, 100, 500, 900, 900]);
  assert.ok(at(250) < 300, 'it starts slowly');
});

test('a section is current once its top is within 80 px of the viewport’s', () => {
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

test('at the end of the page the last section is current, however short it is', () => {
  const sections = [
    { id: 'intro', top: 0 },
    { id: 'find-us', top: 4900 },
  ];
  const page = { scrollY: 4200, viewportHeight: 800, documentHeight: 5000 };
  assert.equal(currentSection(sections, page), 'find-us');
});

test('only a link that stays on the page has a fragment to glide to', () => {
  const page = 'http://site.test/?company_id=2';
  assert.equal(fragmentOnPage('http://site.test/?company_id=2#open%20now', page), 'open now');
  assert.equal(fragmentOnPage('http://site.test/#openings', page), undefined);
  assert.equal(fragmentOnPage('http://site.test/contact#openings', page), undefined);
  assert.equal(fragmentOnPage('http://site.test/?company_id=2#', page), undefined);
});
