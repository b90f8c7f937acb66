import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lateTexts } from '#src/language/late-texts.ts';
import { browserTextsId } from '#src/language/server.ts';
import { en } from '#src/texts/en.ts';
import { fr } from '#src/texts/fr.ts';
import { siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost();

/** The names of the sections that a page sends. */
async function sectionsOf(path: string): Promise<string[]> {
  const html = await (await fetch(at.origin + path)).text();
  const [, json = ''] = new RegExp(`id="${browserTextsId}">(.*?)</script>`).exec(html) ?? [];
  return Object.keys(JSON.parse(json).texts);
}

for (const part of ['documents', 'editor', 'language', 'lightbox', 'mapControls'] as const)
  test(`the texts of the script ${part} are JSON in the language of the address, and no page has them before`, async () => {
    for (const [prefix, texts] of [
      ['', en],
      ['/fr', fr],
    ] as const) {
      const response = await fetch(`${at.origin}${prefix}/texts/${part}`);
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
      assert.deepEqual(
        await response.json(),
        Object.fromEntries(lateTexts[part].map((name) => [name, texts[name]])),
      );
    }
    for (const path of ['/', '/application/11', '/contact']) {
      const sent = await sectionsOf(path);
      assert.ok(sent.includes('form'), path);
      const repeated = lateTexts[part].filter((name) => sent.includes(name));
      assert.deepEqual(repeated, [], path);
    }
  });

test('other sections of the texts have no address', async () => {
  for (const part of ['errors', 'form', 'constructor', 'editor.json']) {
    const response = await fetch(`${at.origin}/texts/${part}`);
    assert.equal(response.status, 404, part);
  }
});

/** A text of the checks of files, and one of the suggestions of addresses: both are loaded later. */
const lateCode = ['EncryptedPackage', 'gmail'];

test('scripts of a first visit have no message of the specification, which its texts have, and no code that is loaded later', async () => {
  for (const path of ['/', '/application/11', '/contact']) {
    const html = await (await fetch(at.origin + path)).text();
    assert.ok(html.includes(en.form.messages.equalTo), path);
    const scripts = new Set(html.match(/\/assets\/[\w.-]+\.js/g));
    assert.ok(scripts.size > 0, path);
    for (const script of scripts) {
      const code = await (await fetch(at.origin + script)).text();
      for (const late of [en.form.messages.equalTo, ...lateCode])
        assert.ok(!code.includes(late), `${script}: ${late}`);
    }
  }
});
