import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findDrawnHtml, leaveDrawnHtml } from '#src/features/openings/static-html-store.ts';

describe('HTML left for the moment of writing a page out', () => {
  test('is found under its name, by as many pages as want it', () => {
    leaveDrawnHtml('list-a', '<p>a</p>');
    assert.equal(findDrawnHtml('list-a'), '<p>a</p>');
    assert.equal(findDrawnHtml('list-a'), '<p>a</p>');
    assert.equal(findDrawnHtml('list-b'), undefined);
  });

  test('is cleared away after half a minute, unless it was left again', () => {
    const start = Date.now();
    leaveDrawnHtml('old', 'old', start);
    leaveDrawnHtml('used', 'used', start);
    leaveDrawnHtml('used', 'used', start + 20_000);
    leaveDrawnHtml('new', 'new', start + 30_001);
    assert.deepEqual(['old', 'used', 'new'].map(findDrawnHtml), [undefined, 'used', 'new']);
  });
});
