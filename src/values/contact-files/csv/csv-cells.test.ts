import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { parseCsv, plainCells } from './csv-cells.ts';

test('the cells of a plain record are those that csv-parse finds', () => {
  const piece = fc.constantFrom(
    '"',
    '"',
    '""',
    ',',
    ',',
    'a',
    'é',
    ' ',
    '\t',
    '\n',
    '\u00a0',
    ';',
    '"a,b"',
    '"a ""b"""',
  );
  let plain = 0;
  const compare = (text: string) => {
    const cells = plainCells(text, ',');
    if (cells === null) return;
    plain += 1;
    assert.deepEqual([cells], parseCsv(text, ','), JSON.stringify(text));
  };
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => compare(pieces.join(''))),
    { numRuns: 3000 },
  );
  assert.ok(plain > 100, `only ${plain} of the records were plain`);
});

test('cells are taken as they stand only where nothing is to be decided', () => {
  assert.deepEqual(plainCells('a,"b, ""c""",,"d\ne"', ','), ['a', 'b, "c"', '', 'd\ne']);
  for (const text of ['a, "b"', '"a" ,b', '"a"b,c', 'a"b,c', '"a', '"a,b', ' a,"b"'])
    assert.equal(plainCells(text, ','), null, text);
});
