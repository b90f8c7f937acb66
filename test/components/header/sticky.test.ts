import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerOffset, isFixed } from '#src/components/header/sticky.ts';

test('the header is fixed only past the navigation’s offset plus 4 px', () => {
  assert.equal(isFixed({ scrollY: 24, navOffset: 20, viewportWidth: 1440 }), false);
  assert.equal(isFixed({ scrollY: 24.5, navOffset: 20, viewportWidth: 1440 }), true);
});

test('the header is fixed only on viewports wider than 991 px', () => {
  assert.equal(isFixed({ scrollY: 500, navOffset: 20, viewportWidth: 991 }), false);
  assert.equal(isFixed({ scrollY: 500, navOffset: 20, viewportWidth: 992 }), true);
});

test('anchors keep 10 px less than the header’s height clear from 992 px, nothing below', () => {
  assert.equal(headerOffset(72, 992), 62);
  assert.equal(headerOffset(72, 991), 0);
  assert.equal(headerOffset(4, 1440), 0);
});
