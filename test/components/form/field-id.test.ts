import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldId } from '#src/components/form/field-id.ts';

test("a control's name becomes an id that is valid in a link", () => {
  assert.equal(fieldId('firstname'), 'firstname');
  assert.equal(fieldId('years_of_experience'), 'years_of_experience');
  assert.equal(fieldId('answers[12]'), 'answers-12');
});

test('scopes make the ids of two forms on a page different', () =>
  assert.notEqual(fieldId('phone', 'quote'), fieldId('phone', 'contact-us')));
