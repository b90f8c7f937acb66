import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/** The rules that browsers without :has() drop, and what such a browser shows in place of them. */
const dropped: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/components/editor/editor.css': {
    '.jodit-container:has(.jodit-wysiwyg:focus-visible)':
      'the ring is inside the writing area: @supports not selector(:has(a))',
    '.jodit-popup:has(.editor-help)': 'Jodit places the help of the editor below its button',
  },
  'src/components/header/header.module.css': {
    '.placeholder:not(:has(+ main)) .row > :not(.brand)':
      'the entries are visible while the header is parsed',
    '.row:has([data-own]:not([hidden]))': 'the entries have two lines beside the name',
  },
  'src/components/main-nav/main-nav.module.css': {
    '.bar:has(+ .own:not([hidden]))': 'the entry of who has applied has no distance of its own',
  },
  'src/features/openings/list/opening-panel.module.css': {
    '.panel > summary:has(> .aside)::before': 'no dots between the heading and the text opposite',
  },
  'src/features/application/application-form.module.css': {
    'p:has(> .withoutScript), fieldset:not(:has(option[value="staff"]:checked)) .staffName':
      'the hints and the field are visible until hydration',
  },
  'src/features/documents/documents-upload.module.css': {
    ':root:has(.send)': 'the page scrolls a focused control to the edge of the window',
    '.form > :not(.rows, .title, :has(> .title)), .row[data-document]:not([data-state="received"]) :not(:has(label), label)':
      'the whole form is printed',
  },
  'src/features/my-application/my-application.module.css': {
    '.bill:has([data-documents="complete"]) [data-state="incomplete"]':
      'the sentence about missing documents stays until the page is loaded again',
    '.bill:has(> [data-part])': 'one column',
    '.bill:has(> [data-part]) > :not([data-part])': 'one column',
  },
  'src/features/openings/opening/opening-details.module.css': {
    '.form:not(:has([data-documents])) [data-step="2"], .form:has([data-documents]) [data-step="1"]':
      'both steps are listed; the documents form names its own',
    ':global(html:has([data-apply-bar]))':
      'the page scrolls a focused control to the edge of the window',
  },
  'src/features/openings/search/search-results.module.css': {
    ':global(html:has(#openings nav))':
      'the page scrolls a focused control to the edge of the window',
    '.added:has(+ .words)': 'the heading is further from the line below it',
  },
  'src/styles/print.css': {
    'footer :has(> address)': 'the footer has the columns of the screen',
  },
};

/** In such a list a browser skips a selector that it does not know; elsewhere it drops the whole rule. */
const forgivingList = /:(?:is|where)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

test('no state is shown by :has() alone: Firefox 115 and others do not know it', () => {
  const found: Record<string, string[]> = {};
  for (const path of globSync('src/**/*.css')) {
    const text = readFileSync(path, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
    for (const [prelude] of text.matchAll(/[^{};]+(?=\{)/g)) {
      const selector = prelude.trim().replaceAll(/\s+/g, ' ');
      if (selector.startsWith('@supports')) continue;
      if (!selector.replaceAll(forgivingList, '').includes(':has(')) continue;
      found[path] = [...(found[path] ?? []), selector];
    }
  }
  assert.deepEqual(
    found,
    Object.fromEntries(Object.entries(dropped).map(([path, rules]) => [path, Object.keys(rules)])),
  );
});
