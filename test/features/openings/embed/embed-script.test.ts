import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

const code = readFileSync('public/embed.js', 'utf8');
const origin = 'https://careers.example';

/** Runs the script in a page; `post` sends a message to the page. */
function embed(dataset: Readonly<Record<string, string>>) {
  const frame = { title: '', src: '', style: { cssText: '', height: '' }, contentWindow: {} };
  const listeners: ((event: object) => void)[] = [];
  const replaced: unknown[] = [];
  const currentScript = {
    dataset,
    src: `${origin}/embed.js`,
    closest: (name: string) => name === 'body' && {},
    replaceWith: (element: unknown) => replaced.push(element),
  };
  runInNewContext(code, {
    URL,
    URLSearchParams,
    document: { currentScript, createElement: (name: string) => name === 'iframe' && frame },
    addEventListener: (name: string, listener: (event: object) => void) =>
      name === 'message' && listeners.push(listener),
  });
  assert.deepEqual(replaced, [frame]);
  return {
    frame,
    post: (event: object) => {
      for (const listener of listeners)
        listener({ origin, source: frame.contentWindow, data: 640, ...event });
    },
  };
}

test('the script replaces itself by a frame with the parameters of its attributes and a title', () => {
  const { frame } = embed({ company: '2&x', city: 'Port Harcourt', ref: 'staff' });
  assert.equal(frame.src, `${origin}/embed?city=Port+Harcourt&ref=staff&company_id=2%26x`);
  assert.equal(frame.title, 'careers.example');
  const { frame: titled } = embed({ title: 'Jobs at our bakery' });
  assert.deepEqual([titled.src, titled.title], [`${origin}/embed`, 'Jobs at our bakery']);
});

for (const [where, currentScript] of [
  ['as a module', null],
  ['in the head', { dataset: {}, src: `${origin}/embed.js`, closest: () => null }],
] as const)
  test(`the script ${where} changes nothing, and its error says where it must be`, () =>
    assert.throws(
      () => runInNewContext(code, { document: { currentScript } }),
      /embed\.js must be in the body, and without type="module"/,
    ));

test('data-lang gives the frame of that language', () => {
  const { frame } = embed({ lang: 'fr', city: 'Cotonou' });
  assert.equal(frame.src, `${origin}/fr/embed?city=Cotonou`);
});

test('the frame gets the title of its page, unless it has one', () => {
  const title = 'Offres d’emploi chez Tamarind';
  const { frame, post } = embed({});
  post({ data: title });
  assert.equal(frame.title, title);
  const titled = embed({ title: 'Jobs at our bakery' });
  titled.post({ data: title });
  assert.equal(titled.frame.title, 'Jobs at our bakery');
  const { frame: framed, post: postFrom } = embed({});
  postFrom({ data: title, origin: 'https://evil.example' });
  assert.equal(framed.title, 'careers.example');
});

test('the frame gets the height that its page sends', () => {
  const { frame, post } = embed({});
  post({});
  assert.equal(frame.style.height, '640px');
});

test('only its own frame sets its height, by a number', () => {
  for (const [title, event] of [
    ['another origin', { origin: 'https://evil.example' }],
    ['another window of the same origin', { source: {} }],
    ['no window', { source: null }],
    ['text', { data: '640' }],
    ['no number', { data: Number.NaN }],
    ['infinity', { data: Number.POSITIVE_INFINITY }],
    ['an object', { data: { height: 640, valueOf: () => 640 } }],
  ] as const) {
    const { frame, post } = embed({});
    post(event);
    assert.equal(frame.style.height, '', title);
  }
});
