import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { openingDetails } from '#cli/output/openings.ts';
import { table } from '#cli/output/table.ts';
import { openingSchema } from '#src/domain/model/opening.ts';
import { openings } from '#test/support/default-responses.ts';

const onTerminal = (columns: number, rows: readonly (readonly string[])[]) =>
  table(Object.assign(new PassThrough(), { isTTY: true, columns }), rows, {
    id: ([id = '']) => id,
    role: ([, role = '']) => role,
    city: ([, , city = '']) => city,
  })
    .split('\n')
    .slice(1, -1);

test('on a terminal the widest columns are shortened, as little as its width allows', () => {
  const rows = [
    ['104', 'Head Baker, Agege Bread', 'Lagos'],
    ['7', 'Cook', 'Abeokuta'],
  ];
  assert.deepEqual(onTerminal(38, rows), [
    '104  Head Baker, Agege Bread  Lagos',
    '7    Cook                     Abeokuta',
  ]);
  assert.deepEqual(onTerminal(37, rows), [
    '104  Head Baker, Agege Bre…  Lagos',
    '7    Cook                    Abeokuta',
  ]);
});

test('no column is shortened below eight characters', () => {
  const rows = ['a', 'b', 'c'].map((letter) => letter.repeat(20));
  for (const columns of [28, 27, 1])
    assert.deepEqual(onTerminal(columns, [rows]), ['aaaaaaa…  bbbbbbb…  ccccccc…']);
  assert.deepEqual(onTerminal(1, [['a', '12345678', 'c']]), ['a   12345678  c']);
});

test('no line is wider than the terminal, if it has room for eight characters of each column', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', ' '), maxLength: 60 });
  fc.assert(
    fc.property(
      fc.integer({ min: 28, max: 120 }),
      fc.array(fc.tuple(cell, cell, cell), { maxLength: 5 }),
      (columns, rows) => onTerminal(columns, rows).every((line) => [...line].length <= columns),
    ),
  );
});

test('a terminal that names no width, as that of a container which a job starts, has 80 columns', () => {
  const rows = [['104', 'Head Baker, Agege Bread', 'Lagos']];
  assert.deepEqual(onTerminal(0, rows), onTerminal(80, rows));
  const jobdescription = `<p>${'Bake bread. '.repeat(20)}</p>`;
  const opening = openingSchema.parse({ ...openings[0], jobdescription });
  const details = (columns: number) =>
    openingDetails(Object.assign(new PassThrough(), { isTTY: true, columns }), opening);
  assert.equal(details(0), details(80));
});
