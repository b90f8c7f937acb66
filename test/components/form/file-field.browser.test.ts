import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type ComponentSite, openComponent } from '../support/component-page.ts';

let site: ComponentSite;
before(async () => {
  site = await openComponent(new URL('file-field.fixture.tsx', import.meta.url));
});

for (const forcedColors of ['none', 'active'] as const)
  test(`the name of a chosen file is painted once, with forced colors: ${forcedColors}`, async (t) => {
    // Only pages with fonts are drawn.
    const { page } = await site.visit(t, { forcedColors, webFonts: true });
    const field = page.getByLabel('CV');
    const file = { name: 'my-cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') };
    await field.setInputFiles(file);
    const name = page.getByText(file.name);
    const picture = await name.screenshot();
    // The text below the input stays, and the browser's own text in the input changes.
    await field.evaluate((input: HTMLInputElement) => {
      input.value = '';
    });
    assert.ok(picture.equals(await name.screenshot()));
  });
