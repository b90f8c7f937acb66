import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { loadSite } from '#src/config/load-site.ts';
import { loadPictures } from '#src/config/pictures.ts';
import { readRaster } from '#src/config/raster-picture.ts';
import { readSvg } from '#src/config/svg-picture.ts';
import { sampleFolder, sampleValues, writeCompany } from '#test/support/company-files.ts';
import { root } from '#test/support/site.ts';

const values = await sampleValues();
const file = await writeCompany({ 'site.yaml': values });
const folder = dirname(file);
after(() => rmSync(folder, { recursive: true }));

const svg = (content: string, attributes = 'width="4" height="3"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;

/** Returns the lines of the error of a config whose gallery has a picture at this path. */
function faultsOf(src: string): string[] {
  const loaded = loadSite(file);
  const [item] = loaded.languages[0].site.gallery.items;
  Object.assign(item?.picture ?? {}, { src });
  try {
    loadPictures(loaded);
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
  return [];
}

const readText = (text: string) => {
  const { body, ...size } = readSvg(Buffer.from(text));
  return { body: `${body}`, ...size };
};

const write = (name: string, content: string | Buffer) =>
  writeFileSync(join(folder, 'pictures', name), content);

test('pictures get an address with a hash of their content, and their size', () => {
  const loaded = loadSite(file);
  const [item] = loaded.languages[0].site.gallery.items;
  write('My logo.SVG', svg('<path d="M0 0h1"/>'));
  Object.assign(item?.picture ?? {}, { src: 'pictures/My logo.SVG' });
  const files = loadPictures(loaded);
  assert.match(item?.picture.src ?? '', /^\/assets\/My-logo-[\w-]{8}\.svg$/);
  assert.deepEqual([item?.picture.width, item?.picture.height], [4, 3]);
  const { body } = files.find(({ path }) => path === item?.picture.src) ?? assert.fail();
  assert.equal(`${body}`, svg('<path d="M0 0h1"/>'));
});

test('a picture that is missing, outside of the folder, too large, cut off or no picture is refused by its path', () => {
  assert.deepEqual(faultsOf('pictures/none.svg'), ['pictures/none.svg cannot be read (ENOENT)']);
  const outside = 'is not in the folder of the site config';
  const sample = join(sampleFolder, 'pictures/suya.svg');
  symlinkSync(sample, join(folder, 'pictures/link.svg'));
  assert.deepEqual(faultsOf('pictures/link.svg'), [`pictures/link.svg ${outside}`]);
  const up = `../../..${sample}`;
  assert.deepEqual(faultsOf(up), [`${up} ${outside}`]);
  write('large.svg', svg(`<title>${'x'.repeat(256_000)}</title>`));
  assert.deepEqual(faultsOf('pictures/large.svg'), [
    'pictures/large.svg has more than 256000 bytes',
  ]);
  write('wide.svg', svg('', 'width="40000" height="4000"'));
  assert.deepEqual(faultsOf('pictures/wide.svg'), [
    'pictures/wide.svg has more than 16000000 pixels',
  ]);
  const png = readFileSync(join(root, 'fixtures/documents/portrait-a.png'));
  write('cut.png', png.subarray(0, 20));
  assert.deepEqual(faultsOf('pictures/cut.png'), ['pictures/cut.png is cut off']);
  write('text.png', 'no picture');
  assert.deepEqual(faultsOf('pictures/text.png'), [
    'pictures/text.png is no PNG, JPEG or WebP picture',
  ]);
});

for (const [what, content, message] of [
  ['a script', '<script>alert(1)</script>', /<script> is not allowed/],
  ['a script in capitals', '<SCRIPT/>', /<SCRIPT> is not allowed/],
  ['a style', '<style>@import "//a"</style>', /<style> is not allowed/],
  ['HTML', '<foreignObject/>', /<foreignObject> is not allowed/],
  ['a picture', '<image href="data:,"/>', /<image> is not allowed/],
  ['a link', '<a href="https://a"/>', /<a> is not allowed/],
  ['an animation', '<set attributeName="href" to="javascript:1"/>', /<set> is not allowed/],
  ['a listener', '<path onclick="alert(1)"/>', /onclick of <path> is not allowed/],
  ['a style attribute', '<path style="fill:red"/>', /style of <path> is not allowed/],
  ['a foreign address', '<use href="https://a/#b"/>', /is not in the SVG file itself/],
  ['a foreign address with a prefix', '<use xlink:href="//a"/>', /is not in the SVG file itself/],
  ['a foreign color', '<path fill="url(https://a/#b)"/>', /is not in the SVG file itself/],
  ['a hidden foreign color', '<path fill="\\75rl(//a)"/>', /is not in the SVG file itself/],
  ['CDATA', '<title><![CDATA[x]]></title>', /no CDATA/],
  ['an instruction', '<?xml-stylesheet href="a"?>', /no instruction/],
] as const)
  test(`a drawing with ${what} is refused`, () =>
    assert.throws(() => readText(svg(content)), message));

test('a drawing without a root, with two, or with a DOCTYPE is refused', () => {
  for (const text of ['', 'x', '<g/>', svg('') + svg(''), `<g>${svg('')}</g>`])
    assert.throws(() => readText(text), /no SVG file|not allowed here/, text);
  assert.throws(() => readText(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`), /no DOCTYPE/);
  assert.throws(() => readText(svg('', '')), /a width and a height, or a viewBox/);
});

test('a drawing loses comments and what an editor has added, and its text is escaped', () => {
  const { body, width, height } = readText(
    `<?xml version="1.0"?><!-- by me -->${svg('<metadata><rdf:RDF>Ada</rdf:RDF></metadata><!-- x --><g inkscape:label="Ada"><title>A &amp; B &lt;script&gt;</title><path d="M0 0" fill="url(#a)"/></g>', 'viewBox="0 0 40 30"')}`,
  );
  assert.equal(
    body,
    svg(
      '<g><title>A &amp; B &lt;script&gt;</title><path d="M0 0" fill="url(#a)"/></g>',
      'viewBox="0 0 40 30"',
    ),
  );
  assert.deepEqual([width, height], [40, 30]);
});

test('the drawings of the sample are 400 px wide, and nothing in them is left out', () => {
  for (const name of readdirSync(join(sampleFolder, 'pictures'))) {
    const text = readFileSync(join(sampleFolder, 'pictures', name), 'utf8');
    const { body, width, height } = readText(text);
    assert.deepEqual([width, height], [400, 400], name);
    const plain = (one: string) =>
      one
        .replace(/\s+/g, ' ')
        .replace(/&apos;|&#39;/g, "'")
        .replace(/&#x([\da-f]+);/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
        .trim();
    assert.equal(plain(body), plain(text), name);
  }
});

/** A chunk of a PNG, whose checksum nobody reads here. */
const chunk = (type: string, data: string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type + data, 'latin1'), Buffer.alloc(4)]);
};

test('a PNG loses its metadata, and what follows its end', () => {
  const png = readFileSync(join(root, 'fixtures/documents/portrait-a.png'));
  const end = png.length - 12;
  const tagged = Buffer.concat([
    png.subarray(0, 33),
    chunk('tEXt', 'Author\0Ada'),
    chunk('eXIf', 'GPS'),
    png.subarray(33, end),
    png.subarray(end),
    Buffer.from('more'),
  ]);
  assert.deepEqual(readRaster(tagged), readRaster(png));
  assert.ok(readRaster(png).body.includes('IEND'));
});

const segment = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
const exif = (orientation: number) => {
  const tiff = Buffer.from(
    'II*\0\b\0\0\0\u0001\0\u0012\u0001\u0003\0\u0001\0\0\0\0\0\0\0',
    'latin1',
  );
  tiff.writeUInt16LE(orientation, 18);
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff]));
};

test('a JPEG loses its metadata, and one that its metadata turns is refused', () => {
  const jpeg = readFileSync(join(root, 'fixtures/documents/portrait-b.jpg'));
  const plain = readRaster(jpeg);
  assert.ok(plain.width > 50 && plain.height > 50);
  const tagged = Buffer.concat([
    jpeg.subarray(0, 2),
    exif(1),
    segment(0xfe, Buffer.from('by Ada')),
    segment(0xed, Buffer.from('Photoshop')),
    jpeg.subarray(2),
    Buffer.from('more'),
  ]);
  assert.deepEqual(readRaster(tagged), plain);
  const turned = Buffer.concat([jpeg.subarray(0, 2), exif(6), jpeg.subarray(2)]);
  assert.throws(() => readRaster(turned), /turned by its metadata/);
});

test('a WebP picture loses its metadata', () => {
  const riff = (...chunks: Buffer[]) => {
    const content = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(content.length);
    return Buffer.concat([Buffer.from('RIFF'), size, content]);
  };
  const part = (type: string, data: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(data.length);
    return Buffer.concat([Buffer.from(type), size, data, Buffer.alloc(data.length % 2)]);
  };
  const extended = (flags: number) => part('VP8X', Buffer.from([flags, 0, 0, 0, 9, 0, 0, 4, 0, 0]));
  const picture = part('VP8L', Buffer.from([0x2f, 9, 0, 1, 0, 7]));
  const tagged = riff(
    extended(0x0c),
    picture,
    part('EXIF', Buffer.from('GPS')),
    part('XMP ', Buffer.from('Ada!')),
  );
  assert.deepEqual(readRaster(tagged), {
    body: riff(extended(0), picture),
    width: 10,
    height: 5,
  });
  assert.deepEqual(readRaster(riff(picture)), { body: riff(picture), width: 10, height: 5 });
});
