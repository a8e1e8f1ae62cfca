import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRecord } from '#core/answers/csv-text.ts';
import { fc } from '#test/support/properties.ts';
import { cellsOf } from './csv-cells.ts';
import { type CsvRecord, CsvRecords } from './csv-records.ts';

const linesOf = (text: string, from = 1) =>
  text.split('\n').map((line, at) => ({ number: at + from, text: line, fault: null }));

function recordsOf(text: string, delimiter = ','): CsvRecord[] {
  const records = new CsvRecords(delimiter, 2);
  return [...records.push(linesOf(text)), ...records.end()];
}

/** Each record as `firstLine-lastLine: cells` or its fault. */
function read(text: string, delimiter = ','): [string, string[] | string | null][] {
  const records = recordsOf(text, delimiter);
  const cells = cellsOf(records, delimiter);
  return records.map(({ line, lastLine, fault }, at) => [`${line}-${lastLine}`, fault ?? cells[at]!]);
}

test('quotes hold delimiters, doubled quotes and line ends', () => {
  assert.deepEqual(read('a,"b, ""c""",d\n"e\nf",g'), [
    ['1-1', ['a', 'b, "c"', 'd']],
    ['2-3', ['e\nf', 'g']],
  ]);
});

test('a quote within a field is text', () => {
  assert.deepEqual(read('Robert "Bob" Doe,5" pipe\nnext,1'), [
    ['1-1', ['Robert "Bob" Doe', '5" pipe']],
    ['2-2', ['next', '1']],
  ]);
});

test('spaces around a quoted field are not part of it', () => {
  assert.deepEqual(read('a, "b" ,c'), [['1-1', ['a', 'b', 'c']]]);
  assert.deepEqual(read('a\t"b"\tc', '\t'), [['1-1', ['a', 'b', 'c']]]);
});

test('a quote that is never closed costs its own line only', () => {
  assert.deepEqual(read('a,"b\nc,d\n"e",f\ng,h'), [
    ['1-1', 'broken_quotes'],
    ['2-2', ['c', 'd']],
    ['3-3', ['e', 'f']],
    ['4-4', ['g', 'h']],
  ]);
});

test('a quote that is never closed before the end of the file costs its own line only', () => {
  assert.deepEqual(read('a,b\nc,"d\ne,f'), [
    ['1-1', ['a', 'b']],
    ['2-2', 'broken_quotes'],
    ['3-3', ['e', 'f']],
  ]);
});

test('text behind a closing quote is a fault of that line', () => {
  assert.deepEqual(read('"a"b,c\nd,e'), [
    ['1-1', 'broken_quotes'],
    ['2-2', ['d', 'e']],
  ]);
});

test('a quote that is never closed costs its own line, however many rows follow', () => {
  for (const rows of [300, 200_000]) {
    const lines = Array.from({ length: rows }, (_, at) => `row ${at},x`);
    const found = read(['a,"b', ...lines].join('\n'));
    assert.equal(found.length, rows + 1);
    assert.deepEqual(found[0], ['1-1', 'broken_quotes']);
    assert.deepEqual(found[rows], [`${rows + 1}-${rows + 1}`, [`row ${rows - 1}`, 'x']]);
  }
});

test('a cell of many lines is read, and one of 5 MB costs its record and no other', () => {
  const cell = (length: number) => 'some words of a note\n'.repeat(length / 20).trimEnd();
  const short = cell(10_000);
  assert.deepEqual(
    read(`a,"${short}"\nb,c`).map(([, cells]) => cells),
    [
      ['a', short],
      ['b', 'c'],
    ],
  );
  const found = read(`a,"${cell(5_000_000)}"\nb,c`);
  assert.deepEqual(
    found.map(([, cells]) => cells),
    ['record_too_long', ['b', 'c']],
  );
  assert.equal(found[0]![0], `1-${5_000_000 / 20}`);
});

test('a file in which every line leaves a quote open is read in steps that grow with its length', () => {
  let looks = 0;
  const lines = Array.from({ length: 20_000 }, (_, at) => ({
    number: at + 1,
    fault: null,
    get text() {
      looks += 1;
      return 'a",b,"c';
    },
  }));
  const records = new CsvRecords(',', 3);
  assert.equal([...records.push(lines), ...records.end()].length, 20_000);
  assert.ok(looks < 400 * lines.length, `${looks} looks at a line`);
});

test('what a CSV writer wrote is read back, whatever chunks its lines come in', () => {
  const cell = fc
    .string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', ' ', '\n', '|') })
    .map((text) => text.trim());
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, fc.constant('z')), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(',', ';', '\t'),
      fc.integer({ min: 1, max: 5 }),
      (rows, delimiter, size) => {
        const text = rows.map((cells) => csvRecord(cells, delimiter)).join('\n');
        const reader = new CsvRecords(delimiter, 3);
        const lines = linesOf(text);
        const records: CsvRecord[] = [];
        for (let at = 0; at < lines.length; at += size)
          records.push(...reader.push(lines.slice(at, at + size)));
        records.push(...reader.end());
        assert.deepEqual(cellsOf(records, delimiter), rows);
      },
    ),
  );
});

test('a line of far too many quoted cells costs that line, and is not split', () => {
  const wide = '"",'.repeat(2001);
  assert.deepEqual(read(`a,"b"\n${wide}\nc,d`), [
    ['1-1', ['a', 'b']],
    ['2-2', 'too_many_cells'],
    ['3-3', ['c', 'd']],
  ]);
  assert.deepEqual(read(`a,"b\n${wide}\n"c",d`), [
    ['1-1', 'broken_quotes'],
    ['2-2', 'too_many_cells'],
    ['3-3', ['c', 'd']],
  ]);
  const [record] = recordsOf('"",'.repeat(1999));
  assert.equal(record!.fault, null);
});
