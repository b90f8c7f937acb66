import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toExcel } from '#src/api-host/admin/application-columns.ts';
import { csvLine, fromCell, parseCsv, toCell } from '#src/api-host/admin/csv.ts';

for (const sign of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
  test(`a cell that begins with ${JSON.stringify(sign)} is no formula`, () =>
    assert.equal(csvLine([`${sign}1`, `a${sign}`]), `"'${sign}1","a${sign}"\r\n`));

test('a cell that a spreadsheet would change has an apostrophe; others have none', () => {
  for (const text of [
    '007',
    '1E5',
    '1.10',
    '1234567890123456',
    '2026-01-31',
    '3/4',
    'May 1',
    'TRUE',
  ])
    assert.equal(toCell(text), `'${text}`);
  for (const text of ['7', '0', '123456789012345', 'Lagos', "'tis", '<p>1</p>', 'Mayor'])
    assert.equal(toCell(text), text);
});

test('every text is read from a cell as it was written', () => {
  const risky = fc
    .array(fc.constantFrom("'", '=', '0', '1', '-', 'a', '"', ',', ';', '\n', '\r\n', ' ', '#REF!'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), risky), (text) => {
      assert.equal(fromCell(toCell(text)), text);
    }),
  );
  fc.assert(
    fc.property(fc.array(risky, { minLength: 2, maxLength: 4 }), (texts) => {
      const [header, row] = parseCsv(`"a","b","c","d"\r\n${csvLine(texts)}`);
      assert.equal(header?.line, 1);
      // A row of blank cells is an empty row.
      if (texts.every((text) => toCell(text).trim() === '')) assert.equal(row, undefined);
      else assert.deepEqual(row, { line: 2, texts });
    }),
    { examples: [[['', ' ']], [['a', ' ']]] },
  );
});

test('reads a byte order mark, semicolons or tabs, and names the line on which a row begins', () => {
  for (const separator of [';', '\t', ','])
    for (const end of ['\n', '\r\n']) {
      const lines = ['id,role', '', '1,"two', 'lines"', ',', '2,"a ""b"""'];
      const file = `\ufeff${lines.join(end).replaceAll(',', separator)}`;
      assert.deepEqual(parseCsv(file), [
        { line: 1, texts: ['id', 'role'] },
        { line: 3, texts: ['1', `two${end}lines`] },
        { line: 6, texts: ['2', 'a "b"'] },
      ]);
    }
});

test('a quote that does not end is named by its line', () => {
  assert.throws(() => parseCsv('id,role\r\n1,"a\r\nb"\r\n2,"c\r\n3,d'), {
    message: 'Line 4: a quoted cell does not end.',
  });
  assert.throws(() => parseCsv('id,role\n1,a"b'), /^ImportError: Line 2: a quote stands inside/);
});

test('the line sep= names the separator, and is counted', () =>
  assert.deepEqual(parseCsv('sep=;\nrole, of, all;company_name\nBaker;A, B, C'), [
    { line: 2, texts: ['role, of, all', 'company_name'] },
    { line: 3, texts: ['Baker', 'A, B, C'] },
  ]));

test('a value that a spreadsheet has changed is refused by line and column, a guarded one is read', () => {
  for (const cell of ['1.23E+15', '1,23E+15', '#NAME?', '#####'])
    assert.throws(
      () => parseCsv(`id\trole\n${cell}\tBaker`),
      (error: Error) =>
        error.message.startsWith(`Line 2: id: "${cell}" was changed by a spreadsheet.`),
    );
  assert.throws(() => parseCsv('id\n1,#REF!'), /^ImportError: Line 2: column 2: "#REF!"/);
  assert.deepEqual(parseCsv("id,role\n'1.23E+15,Baker")[1]?.texts, ['1.23E+15', 'Baker']);
});

test('a formula after a separator inside a text is guarded, also behind quotes and white space', () => {
  for (const [text, cell] of [
    ['x;=1+1;y', "x;'=1+1;y"],
    ['a\t=2+2\n@SUM(1),-1', "a\t'=2+2\n'@SUM(1),'-1"],
    ['a\r=2+2', "a\r'=2+2"],
    ['x;"=1+1&"', `x;"'=1+1&"`],
    ['x; "" =1+1', `x; "" '=1+1`],
    ['"=1+1', `"'=1+1`],
    ["x;'=1", "x;''=1"],
    ['Lagos, a-b; c', 'Lagos, a-b; c'],
    ['#NAME?', "'#NAME?"],
    ['#1', '#1'],
  ] as const) {
    assert.equal(toCell(text), cell);
    assert.equal(fromCell(cell), text);
  }
});

test('a cell of .xlsx shows what only looks like an escape of Excel', () => {
  for (const [text, cell] of [
    ['_x0041_', '_x005F_x0041_'],
    ['a_x000D__X00e9_b', 'a_x005F_x000D__x005F_X00e9_b'],
    ['_x5F_', '_x5F_'],
    ['_x004G_', '_x004G_'],
  ] as const)
    assert.equal(toExcel(text).value, cell);
});

test('a cell of .xlsx has at most 32,767 characters, and no control characters of XML', () => {
  const longest = 'x'.repeat(32_767);
  assert.equal(toExcel(longest).value, longest);
  const { value } = toExcel(`${longest}x`);
  assert.equal(value.length, 32_767);
  assert.match(value, /^x+ … \[cut here: [^\]]+\]$/);
  assert.equal(toExcel('\t\n\r\0\x1f\x7f\ufffe\uffff\ud800').value, '\t\n\r     \ufffd');
});
