import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Hono } from 'hono';
import { colorOf } from '#src/config/skins.ts';
import { onError } from '#src/request/error-response.ts';

const hexadecimal = /(?<=[\s'"`:(,])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?=[\s'"`;:,)}])/gi;
const functional = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(\s*[\d.]/gi;
const named =
  /(?:color|background|border|fill|stroke|shadow)[\w-]*:[^;{}\n]*\b(?:white|black|red|green|blue|gr[ae]y|silver|orange|yellow)\b/gi;

test('raw colors stand in tokens.css and palettes.css alone', () => {
  const found = globSync('{src,cli,scripts}/**/*.{ts,tsx,css,svg}')
    // The tones of a skin go towards black and white.
    .filter((path) => !/styles\/(?:tokens|palettes)\.css|skin-tones\.ts/.test(path))
    .flatMap((path) => {
      const text = readFileSync(path, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
      return [hexadecimal, functional, named].flatMap((pattern) =>
        [...text.matchAll(pattern)].map(([color]) => `${path}: ${color}`),
      );
    });
  assert.deepEqual(found, []);
});

test('error pages have the colors of the default skin, and a role without a color is an error', async () => {
  const app = new Hono().get('/', () => {
    throw new Error('A route failed.');
  });
  app.onError(onError);
  const page = await (await app.request('/', { headers: { accept: 'text/html' } })).text();
  for (const role of ['paper', 'on-paper', 'accent']) {
    const { light, dark } = colorOf(role);
    assert.ok(page.includes(`--${role}:light-dark(${light},${dark})`), role);
  }
  assert.throws(() => colorOf('papyrus'), /tokens\.css has no color --papyrus/);
});
