import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicSite, siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost(publicSite);

async function classesOf(path: string) {
  const { html } = await at.read(path);
  const [css = ''] = /<style data-after-paint.*?<\/style>/s.exec(html) ?? [];
  const [, body = ''] = html.split('</head>');
  const used = [...body.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  return {
    path,
    used,
    styled: new Set(Array.from(css.matchAll(/\.([\w-]+)/g), ([, name]) => name)),
  };
}

test('each page has the rules of every class that it uses', async () => {
  const paths = ['/', '/application/11', '/application/none', '/contact', '/feedback'];
  const pages = await Promise.all(paths.map(classesOf));
  for (const { path, used, styled } of pages) {
    const missing = used.filter(
      (name) => !styled.has(name) && pages.some((other) => other.styled.has(name)),
    );
    assert.ok(used.length > 20 && styled.size > 20, path);
    assert.deepEqual(missing, [], path);
  }
});
