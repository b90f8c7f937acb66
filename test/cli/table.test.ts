import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { table } from '#cli/output/table.ts';

const onTerminal = (columns: number, rows: readonly (readonly string[])[]) =>
  table(Object.assign(new PassThrough(), { isTTY: true, columns }), ['id', 'role', 'city'], rows)
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
