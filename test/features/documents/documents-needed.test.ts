import '#test/support/components.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { texts } from '#src/language/server.ts';

// React, too, must be loaded after the support module.
const { createElement: h } = await import('react');
const { renderToStaticMarkup } = await import('react-dom/server');
const { DocumentsNeeded } = await import('#src/features/documents/documents-needed.tsx');

test('the list of documents that are needed names none that the job does not need', () => {
  const { nysc, cv } = texts().documents.labels;
  for (const [roleName, isNamed] of [
    ['Kitchen Porter', false],
    ['Buka Manager', true],
  ] as const) {
    const html = renderToStaticMarkup(
      h(DocumentsNeeded, { opening: { role_name: roleName, company_name: 'Buka Ireti' } }),
    );
    const [, list = ''] = /<dd><p>([^<]*)<\/p>/.exec(html) ?? [];
    assert.ok(list.includes(cv));
    assert.equal(list.includes(nysc), isNamed);
  }
});
