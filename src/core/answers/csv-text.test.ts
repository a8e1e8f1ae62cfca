import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import Papa from 'papaparse';
import { fc } from '#test/support/properties.ts';
import { csvText } from './csv-text.ts';

/** Prints what Python's `csv` reads of each text, as JSON. */
const pythonReader = `
import csv, io, json, sys
csv.field_size_limit(10 ** 9)
print(json.dumps([list(csv.reader(io.StringIO(text, newline=''), delimiter=by)) for text, by in json.load(sys.stdin)]))`;

async function readByPython(files: readonly (readonly [text: string, delimiter: string])[]) {
  const python = spawn('python3', ['-c', pythonReader], { stdio: ['pipe', 'pipe', 'inherit'] });
  const started = Promise.withResolvers<void>();
  python.once('spawn', started.resolve).once('error', started.reject);
  await started.promise;
  python.stdin.end(JSON.stringify(files));
  return JSON.parse(await text(python.stdout)) as string[][][];
}

let hasPython = true;
before(async () => {
  hasPython = await readByPython([]).then(
    () => true,
    () => false,
  );
});

const nasty = [
  '"',
  '""',
  '\n',
  '\r',
  '\r\n',
  ',',
  ';',
  '\t',
  '|',
  ' ',
  '=1+1',
  "'",
  '\\',
  '\u2028',
  'é',
  '\ufeff',
  '\u200b',
  '\u001f',
];
const cell = fc
  .array(fc.oneof(fc.constantFrom(...nasty), fc.string({ maxLength: 4 })), { maxLength: 5 })
  .map((parts) => parts.join('').replaceAll('\0', '').toWellFormed());
const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
const delimiters = [',', ';', '\t', '|'];
// Papa drops a row of one empty cell.
const column = fc.array(fc.tuple(cell.filter(Boolean)), { minLength: 1, maxLength: 6 });
const file = fc.record({ rows: fc.oneof(rows, column), delimiter: fc.constantFrom(...delimiters) });

/** Without the apostrophe that keeps a formula from running. */
const plain = (found: unknown) =>
  (found as string[][]).map((cells) =>
    cells.map((each) => (/^'[\s\S]*[=+\-@＝＋－＠\t\r\n]/.test(each) ? each.slice(1) : each)),
  );
const same = (found: unknown, wanted: string[][]) => assert.deepEqual(plain(found), plain(wanted));

test('readers of three other makers read the cells that were written', async ({ skip }) => {
  const files = fc.sample(file, 300).map((one) => ({ ...one, text: csvText(one.rows, one.delimiter) }));
  files.push({
    rows: [
      ['a', '\n=1+1'],
      ['b\n=2', 'c\r=3'],
    ],
    delimiter: ',',
    text: '',
  });
  files.at(-1)!.text = csvText(files.at(-1)!.rows);
  for (const { rows: written, delimiter, text: csv } of files) {
    same(parse(csv, { delimiter, relax_column_count: true }), written);
    same(Papa.parse(csv, { delimiter, newline: '\r\n', skipEmptyLines: true }).data, written);
    same(Papa.parse(csv, { delimiter, skipEmptyLines: true }).data, written);
  }
  if (!hasPython) return skip('python3 is not installed, so its csv module was not asked');
  const found = await readByPython(files.map(({ text: csv, delimiter }) => [csv, delimiter]));
  for (const [at, { rows: written }] of files.entries()) same(found[at], written);
});

test('a file of one column is read alike by any delimiter, and by readers that guess it', async ({
  skip,
}) => {
  const files = fc.sample(column, 200).map((written) => ({ written, text: csvText(written) }));
  files.push({ written: [['Boss,=1+1']], text: csvText([['Boss,=1+1']], '\t') });
  for (const { written, text: csv } of files) {
    assert.ok(delimiters.every((delimiter) => csvText(written, delimiter) === csv));
    same(parse(csv), written);
    for (const delimiter of delimiters) {
      same(parse(csv, { delimiter }), written);
      same(Papa.parse(csv, { delimiter, skipEmptyLines: true }).data, written);
    }
    same(Papa.parse(csv, { skipEmptyLines: true }).data, written);
  }
  if (!hasPython) return skip('python3 is not installed, so its csv module was not asked');
  const asked = files.flatMap(({ text: csv, written }) =>
    delimiters.map((delimiter) => ({ csv, delimiter, written })),
  );
  const found = await readByPython(asked.map(({ csv, delimiter }) => [csv, delimiter]));
  for (const [at, { written }] of asked.entries()) same(found[at], written);
});

for (const hidden of [
  '\u200b',
  '\u200e',
  '\u2060',
  '\u202e',
  '\u180e',
  '\u001c',
  '\u001f',
  '\u00ad',
  '\u2800',
  '\u3164',
])
  test(`a formula behind ${JSON.stringify(hidden)} is found`, () =>
    assert.match(csvText([[`${hidden} =1+1`]]), /^"?'/));

test('no record and no cell begins with a formula, whatever line ends are in the cells', () => {
  fc.assert(
    fc.property(file, ({ rows: given, delimiter }) => {
      const text = csvText(given, delimiter);
      for (const cells of parse(text, { delimiter, relax_column_count: true }) as string[][]) {
        for (const each of cells)
          assert.doesNotMatch(each, /^[\s\u200b\u2060\u001c-\u001f]*[=@＝＋－＠]|^[\t\r\n]/);
      }
      // The record as a reader sees it that breaks at any line end outside quotes.
      assert.equal(text.replace(/"(?:[^"]|"")*"/g, '').split(/\r\n|\r|\n/).length - 1, given.length);
    }),
  );
});

for (const [cells, line] of [
  [['a', 'b'], 'a,b'],
  [['a\nb', 'c\rd'], '"a\nb","c\rd"'],
  [[' a', 'b '], '" a","b "'],
  [[1, null, undefined], '1,,'],
  [['say "hi"'], '"say ""hi"""'],
  [[''], '""'],
  [['=1+1'], "'=1+1"],
  [[' =1+1'], "' =1+1"],
  [['@SUM(A1)'], "'@SUM(A1)"],
  [["-2+3+cmd|' /C calc'!A0"], `"'-2+3+cmd|' /C calc'!A0"`],
  [['＝1+1'], "'＝1+1"],
  [['+SUM(1)'], "'+SUM(1)"],
  [['\t=1'], `"'\t=1"`],
  [['+91 98765 43210', '-5.20', '-', "'=kept", 'a=b'], "+91 98765 43210,-5.20,-,'=kept,a=b"],
] as const) {
  test(`${JSON.stringify(cells)} is written as ${JSON.stringify(line)}`, () =>
    assert.equal(csvText([cells]), `${line}\r\n`));
}
