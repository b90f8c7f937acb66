import assert from 'node:assert/strict';
import { test } from 'node:test';
import { xml, xmlDocument } from '#src/html/xml.ts';

test('an XML element escapes its text and attributes, and drops what XML does not allow', () => {
  assert.equal(
    xml('a', 'x < y & "z"\u0000\u0008\ud800\ufffe 😀', { b: '"<&\n' }),
    '<a b="&quot;&lt;&amp;&#10;">x &lt; y &amp; &quot;z&quot; 😀</a>',
  );
  assert.equal(xml('a', ''), '');
  assert.equal(xml('a', undefined, { href: '/' }), '<a href="/"/>');
  assert.equal(
    xmlDocument(xml('a', [xml('b', '1')])),
    '<?xml version="1.0" encoding="UTF-8"?>\n<a><b>1</b></a>\n',
  );
});
