import '#test/support/components.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { specificationSettings } from '#src/domain/model/application-options.ts';

const { createElement: h } = await import('react');
const { renderToStaticMarkup } = await import('react-dom/server');
const { ApplicationFields } = await import('#src/features/application/form-sections.tsx');

test('an education without grades shows no field for one, unless script cannot hide it or it has a grade of another', () => {
  const educations = [
    { name: 'None', grades: [], isGradeRequired: false },
    { name: 'KCSE', grades: ['A', 'B'], isGradeRequired: true },
  ];
  const fieldOf = (education: string, grades = '', hasScript = true) => {
    const html = renderToStaticMarkup(
      h(ApplicationFields, {
        values: { education, grades },
        errorOf: () => undefined,
        disabled: false,
        watched: hasScript ? { education, grades } : undefined,
        suggestedEmail: undefined,
        editor: { current: null },
        letterHeight: 150,
        settings: { ...specificationSettings, educations },
      }),
    );
    return /<div([^>]*)><div[^>]*><label[^>]*for="grades"/.exec(html)?.[1];
  };
  assert.match(fieldOf('None') ?? '', / hidden=""$/);
  for (const shown of [fieldOf('KCSE'), fieldOf('None', 'B'), fieldOf('KCSE', '', false)])
    assert.equal(shown, '');
  // The stylesheet hides it where scripts run.
  assert.match(fieldOf('None', '', false) ?? '', /^ class="[^"]*withoutScript[^"]*"$/);
});
