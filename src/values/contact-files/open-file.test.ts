import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { opened as open } from '#test/support/opened-file.ts';
import { fc } from '#test/support/properties.ts';
import { type SpreadsheetParts, spreadsheetFiles, spreadsheetOf, zipOf } from '#test/support/spreadsheet.ts';
import { cellsOf } from './csv/csv-cells.ts';
import { CsvRecords } from './csv/csv-records.ts';
import type { FileLine } from './line-splitter.ts';
import { openFile } from './open-file.ts';

const MiB = 1024 ** 2;

const textsOf = ({ lines }: { lines: FileLine[] }) => lines.map(({ text, fault }) => fault ?? text);
const objectsOf = ({ lines }: { lines: FileLine[] }) =>
  lines.map(({ text, fault }) => fault ?? JSON.parse(text));

/** The cells of each row, by its number. */
function cells({ lines }: { lines: FileLine[] }): Record<number, string[] | string> {
  assert.equal(lines[0]!.text, 'sep=,');
  const reader = new CsvRecords(',', 1);
  const records = [...reader.push(lines.slice(1)), ...reader.end()];
  const found = cellsOf(records, ',');
  return Object.fromEntries(records.map(({ line, fault }, at) => [line, fault ?? found[at]!]));
}

const sheet = (parts: SpreadsheetParts) => open(zipOf(spreadsheetFiles(parts)));

for (const [name, file, format] of [
  ['CSV', 'profile_url,email\n', 'csv'],
  ['a list of links', 'https://github.com/asha-example\n', 'csv'],
  ['NDJSON', '{"a":1}\n{"a":2}\n', 'ndjson'],
  ['one object', '{"a":{"b":[1]}}', 'ndjson'],
  ['an object over several lines', '{\n  "a": 1\n}\n', 'json'],
  ['a JSON array', ' \ufeff[\n  {"a": 1}\n]', 'json'],
  ['an empty JSON array', '[]', 'json'],
  ['vCards', 'begin:vcard\r\nend:vcard\r\n', 'vcard'],
  ['a spreadsheet', spreadsheetOf([['a']]), 'xlsx'],
] as const) {
  test(`${name} is found to be ${format}, also compressed and byte by byte`, async () => {
    const plain = await open(file as string);
    assert.equal(plain.format, format);
    assert.deepEqual(await open(file as string, { chunk: 1 }), { ...plain, lines: plain.lines });
    assert.deepEqual(textsOf(await open(gzipSync(file))), textsOf(plain));
  });
}

for (const [start, words] of [
  ['%PDF-1.7', /is a PDF\./],
  ['\xd0\xcf\x11\xe0', /old Excel spreadsheet \(\.xls\)/],
  ['\x28\xb5\x2f\xfd', /zstd/],
  ['BZh91', /bzip2/],
  ['\xfd7zXZ\0', /xz/],
  ['7z\xbc\xaf', /7z archive/],
  ['Rar!', /RAR archive/],
  [`${'x'.repeat(257)}ustar`, /tar archive/],
  ['\x89PNG', /picture \(PNG\)/],
  ['\xff\xd8\xff', /picture \(JPEG\)/],
  ['SQLite format 3\0', /SQLite/],
  ['{\\rtf1', /RTF/],
  [' <!DOCTYPE html>', /is a web page\./],
  ['<?xml version="1.0"?>', /is XML\./],
] as const) {
  test(`a file that begins with ${JSON.stringify(start.slice(0, 20))} is called what it is`, async () =>
    assert.rejects(open(Buffer.from(start, 'latin1')), { reason: 'not_text', detail: words }));
}

for (const [file, words] of [
  ['word/document.xml', /Word document/],
  ['content.xml', /OpenDocument/],
  ['Index/Document.iwa', /Numbers/],
  ['xl/workbook.bin', /\.xlsb/],
  ['contacts.csv', /ZIP archive/],
] as const) {
  test(`an archive with ${file} is called what it is`, async () =>
    assert.rejects(open(zipOf([{ name: file, content: 'x' }])), { reason: 'not_text', detail: words }));
}

test('the items of a JSON array are lines, in whatever chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), fc.string(), fc.integer()),
      ),
      fc.integer({ min: 1, max: 50 }),
      fc.constantFrom(undefined, 2),
      async (others, chunk, indent) => {
        const items = [{}, ...others];
        const { lines } = await open(JSON.stringify(items, null, indent), { chunk });
        assert.deepEqual(objectsOf({ lines }), JSON.parse(JSON.stringify(items)));
        assert.deepEqual(
          lines.map(({ number }) => number),
          items.map((_, at) => at + 1),
        );
      },
    ),
  );
});

test('a broken item costs itself, and brackets without an opening one are passed over', async () => {
  const found = textsOf(await open('[{"a":1}, {"a":], {"a":2}}, ] ] {"a":3}'));
  assert.deepEqual(
    found.filter((text) => text.includes('1') || text.includes('3')),
    ['{"a":1}', '{"a":3}'],
  );
});

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('JSON that is nested too deep, or an item of 2 MiB, costs its line', async () => {
  assert.deepEqual(textsOf(await open(`[{"a":${deep(100)}},{"a":1}]`)), ['too_deep', '{"a":1}']);
  assert.deepEqual(textsOf(await open(`[${deep(4 * MiB)}]`)), ['too_deep']);
  assert.deepEqual(textsOf(await open(`["${'x'.repeat(2 * MiB)}",1]`)), ['line_too_long', '1']);
  assert.deepEqual(textsOf(await open(`[${'{'.repeat(MiB)}`)), ['too_deep']);
});

test('NDJSON that is nested too deep costs its line, also the only one', async () => {
  const { format, lines } = await open(`{"a":${deep(100)}}`);
  assert.deepEqual([format, ...textsOf({ lines })], ['ndjson', 'too_deep']);
  const text = `{"a":"${'['.repeat(200)}"}`;
  assert.deepEqual(textsOf(await open(`${text}\n{"a":${deep(100)}}\n{"a":1}\n`)), [
    text,
    'too_deep',
    '{"a":1}',
  ]);
});

for (const [name, isBig, mark] of [
  ['little-endian', false, '\ufeff'],
  ['big-endian', true, '\ufeff'],
  ['little-endian without a mark', false, ''],
  ['big-endian without a mark', true, ''],
] as const)
  test(`UTF-32, ${name}, is called what it is`, async () => {
    const bytes = [...`${mark}profile_url\n`].map((letter) => {
      const four = Buffer.alloc(4);
      if (isBig) four.writeUInt32BE(letter.codePointAt(0)!);
      else four.writeUInt32LE(letter.codePointAt(0)!);
      return four;
    });
    await assert.rejects(open(Buffer.concat(bytes)), { reason: 'not_utf8', detail: /in UTF-32/ });
  });

test('a sheet is read as the table that it shows', async () => {
  const found = await sheet({
    shared:
      '<si><t>Name</t></si><si><r><t>As</t></r><r><t xml:space="preserve">ha </t></r><rPh><t>no</t></rPh></si>',
    styles:
      '<numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy hh:mm"/><numFmt numFmtId="171" formatCode="0.00 &quot;days&quot;"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs>',
    sheet:
      '<row r="2"><c r="B2" t="s"><v>0</v></c><c r="D2" t="inlineStr"><is><t>a,"b"\n=1</t></is></c></row>' +
      '<row r="3"/><row r="5"><c t="s"><v>1</v></c><c><v>9.1987654321E11</v></c><c s="1"><v>46112</v></c><c s="2"><v>46112.5</v></c>' +
      '<c s="3"><v>1.5</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="str"><f>A1&amp;B1</f><v>x &amp; y &lt;_x000A_</v></c></row>' +
      '<row r="4"><c r="A4"><v>1</v></c></row>',
  });
  assert.deepEqual(cells(found), {
    2: ['', 'Name', '', 'a,"b"\n=1'],
    5: ['Asha ', '919876543210', '2026-03-31', '2026-03-31T12:00:00Z', '1.5', 'TRUE', '#N/A', 'x & y <\n'],
    6: ['1'],
  });
});

test('the first visible sheet is read, with days from 1904 where the workbook says so', async () => {
  const found = await sheet({
    workbook:
      '<workbookPr date1904="1"/><sheets><sheet state="veryHidden" r:id="rId2"/><sheet r:id="rId1"/></sheets>',
    styles: '<cellXfs><xf numFmtId="14"/></cellXfs>',
    sheet: '<row><c s="0"><v>44650</v></c></row>',
  });
  assert.deepEqual(cells(found), { 1: ['2026-03-31'] });
  const prefixed = '<x:row><x:c t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row>';
  assert.deepEqual(cells(await sheet({ sheet: prefixed })), { 1: ['a'] });
});

test('a bare cell of a million is one row that is refused, and entities of its own mean nothing', async () => {
  const wide = '<row><c r="XFD1"><v>1</v></c></row><row><c><v>2</v></c></row>';
  assert.deepEqual(cells(await sheet({ sheet: wide })), { 1: 'too_many_cells', 2: ['2'] });
  const files = spreadsheetFiles({ sheet: '<row><c t="str"><v>&a;&b;</v></c></row>' });
  const entities = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>';
  const evil = files.map((file) =>
    file.name.includes('sheet1') ? { ...file, content: entities + file.content } : file,
  );
  assert.deepEqual(cells(await open(zipOf(evil))), { 1: ['&a;&b;'] });
});

const big = '<row><c><v>1</v></c></row>'.repeat(4_000_000);

test('a sheet that unpacks to 100 MiB is refused, whatever its archive says', async () => {
  const files = spreadsheetFiles({ sheet: big });
  const refused = { reason: 'too_large', detail: /64 MiB when it is unpacked/ };
  await assert.rejects(open(zipOf(files)), refused);
  const lying = files.map((file) => ({
    ...file,
    saidBytes: file.name.includes('sheet1') ? 1000 : undefined,
  }));
  await assert.rejects(open(zipOf(lying)), { detail: /damaged/ });
});

test('texts of a sheet count, however often they are shared', async () => {
  const shared = `<si><t>${'x'.repeat(30_000)}</t></si>`;
  const rows = '<row><c t="s"><v>0</v></c></row>'.repeat(1_000);
  await assert.rejects(sheet({ shared, sheet: rows }), { reason: 'too_large', detail: /16 MiB of text/ });
});

for (const [name, evil] of [
  ['elements without end', '<a>'.repeat(2_000_000)],
  ['a tag of 4 MiB', `<${'a'.repeat(4 * MiB)}`],
  ['an attribute of 4 MiB', `<c r="${'A'.repeat(4 * MiB)}"><v>1</v></c>`],
  ['a text of 8 MiB', `<row><c t="str"><v>${'x'.repeat(8 * MiB)}</v></c></row>`],
  ['entities', `<row><c t="str"><v>${'&amp;'.repeat(MiB)}</v></c></row>`],
] as const) {
  test(`a sheet of ${name} is refused or read, and nothing else`, async () => {
    const end = await sheet({ sheet: evil }).then(
      ({ lines }) => lines.length <= 2,
      (error) => error.name === 'FileRefused',
    );
    assert.ok(end);
  });
}

test('a row that shows more than 1 MiB of shared texts is never built', async () => {
  const shared = `<si><t>${'&quot;'.repeat(MiB - 1)}</t></si><si><t>Asha</t></si>`;
  const cell = '<c t="s"><v>0</v></c>';
  const short = '<row><c t="s"><v>1</v></c></row>';
  const found = await sheet({ shared, sheet: `<row>${cell.repeat(8)}</row>${short}<row>${cell}</row>` });
  assert.deepEqual(cells(found), { 1: 'line_too_long', 2: ['Asha'], 3: 'line_too_long' });
  const rows = `<row>${cell.repeat(250)}</row>`.repeat(4);
  await assert.rejects(sheet({ shared, sheet: rows }), { reason: 'too_large', detail: /16 MiB of text/ });
});

test('what is refused or left is closed, so that the rest of an upload is drained', async () => {
  for (const start of ['%PDF', 'PK\x03\x04', 'a,b\n', '<html>']) {
    let isClosed = false;
    async function* file() {
      try {
        for (let at = 0; at < 100; at += 1) yield Buffer.from(start.padEnd(1000));
      } finally {
        isClosed = true;
      }
    }
    await openFile(file(), { textBytesMax: MiB })
      .then(async ({ lines }) => {
        for await (const _ of lines) break;
      })
      .catch(() => {});
    assert.ok(isClosed, start);
  }
});
