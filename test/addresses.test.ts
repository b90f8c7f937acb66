import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openingHref, openingIdOf } from '#src/addresses.ts';

test("an opening's path is one segment for an id with any characters", () =>
  assert.equal(openingHref('night 22/ä?#'), '/application/night%2022%2F%C3%A4%3F%23'));

test("an opening's path gives its id when it is read, and an invalid escape is not decoded", () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
      assert.equal(openingIdOf(openingHref(id).slice('/application/'.length)), id);
    }),
  );
  assert.equal(openingIdOf('%E0%A4%A'), '%E0%A4%A');
});
