import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  fillPlaceholders,
  hostMessages,
  type MessageKey,
  messages,
} from '#src/domain/model/messages.ts';
import { validateForm } from '#src/domain/rules/forms/form-rules.ts';
import {
  fieldTexts,
  hostText,
  issueText,
  messageWithLabel,
  specificationMessages,
} from '#src/language/messages.ts';
import { runInLanguage } from '#src/language/server.ts';
import { fr } from '#src/texts/fr.ts';

const inFrench = <Result>(call: () => Result) => runInLanguage('fr', call);
const assertFrench = (call: () => unknown, expected: unknown, message?: string) =>
  assert.deepEqual(inFrench(call), expected, message);

describe('hostText', () => {
  const keys = Object.keys(messages) as MessageKey[];
  const values = { 0: '7', 1: '12', query: 'clerk and "cook"', field: 'cv' };

  it('translates every message of the specification, and keeps its values', () => {
    for (const key of keys)
      assertFrench(
        () => hostText(fillPlaceholders(messages[key], values)),
        inFrench(specificationMessages)
          [key].replace('{0}', '7')
          .replace('{1}', '12')
          .replace('{query}', values.query)
          .replace('{field}', 'cv'),
        key,
      );
  });

  it('translates what our API host answers beside them', () => {
    for (const [key, sentence] of Object.entries(hostMessages))
      assertFrench(() => hostText(sentence), fr.host[key as keyof typeof hostMessages]);
  });

  it('leaves every message as it is in English', () => {
    for (const key of keys) {
      const sentence = fillPlaceholders(messages[key], values);
      assert.equal(hostText(sentence), sentence);
    }
  });

  for (const sentence of [
    '',
    'Error.',
    'The opening is closed.',
    'Invalid File type for "cv',
    '{0}',
  ])
    it(`leaves '${sentence}' as it is`, () => assertFrench(() => hostText(sentence), sentence));
});

it('an issue has its message, and the form of a day, in the language', () => {
  const [issue] = validateForm({ day: '2026-10-01' }, { day: { earliest: '2026-10-03' } });
  assert.ok(issue);
  assert.equal(issueText(issue), 'Please enter a value greater than or equal to 3 October 2026.');
  assertFrench(
    () => issueText({ ...issue, params: [{ day: '2026-10-01' }] }),
    'Veuillez saisir une valeur supérieure ou égale à 1er octobre 2026.',
  );
});

it('a field has the message of its issue', () => {
  const issues = [{ field: 'age', code: 'range', params: [15, 100] }] as const;
  assertFrench(() => fieldTexts(issues), { age: 'Veuillez saisir une valeur entre 15 et 100.' });
});

it('messageWithLabel puts the label before the message, without a colon after a question mark', () => {
  assert.equal(messageWithLabel('Age', 'This field is required.'), 'Age: This field is required.');
  assertFrench(
    () => messageWithLabel('Âge', 'Ce champ est obligatoire.'),
    'Âge\u00a0: Ce champ est obligatoire.',
  );
  assert.equal(messageWithLabel('Why?', 'This field is required.'), 'Why? This field is required.');
});
