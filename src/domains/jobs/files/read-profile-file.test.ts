import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { profileFileBytesMax, type ReadingOptions } from './profile-file.ts';
import { readProfileFile } from './read-profile-file.ts';
import { ownCells } from './write-results-file.ts';

const read = (text: string | Buffer, column?: string) =>
  readProfileFile(Buffer.isBuffer(text) ? text : Buffer.from(text), { column });

/** The links of a file with the name and the reference of each, as far as they were found. */
async function people(text: string | Buffer, column?: string) {
  const { rows } = await read(text, column);
  return rows.map(({ profile_url, name, client_reference }) => [profile_url, name, client_reference]);
}

const asha = 'https://www.linkedin.com/in/asha-example';
const zoe = 'github.com/zoe-sample';

const exports: Record<string, [file: string | Buffer, found: (string | null)[][]]> = {
  'LinkedIn, with its notes before the header': [
    'Notes:\n"When exporting your connection data, you may notice that some of the email addresses are missing. You will only see ' +
      'email addresses for connections who have allowed it, see https://www.linkedin.com/psettings/privacy/email."\n\n' +
      'First Name,Last Name,URL,Email Address,Company,Position,Connected On\n' +
      `Asha,Example,${asha},asha@works.example,"Example Works, Ltd",CEO | Founder,31 Mar 2026\n`,
    [[asha, 'Asha Example', null]],
  ],
  HubSpot: [
    '"Record ID","First Name","Last Name","Email","Phone Number","Contact owner","LinkedIn URL","Website URL","Last Activity Date"\n' +
      `"101","Asha","Example","asha@works.example","020 7946 0123","","${asha}","https://works.example","2026-03-31 10:00"\n` +
      '"102","Zoë","Sample","","","","","",""\n',
    [
      [asha, 'Asha Example', '101'],
      ['', 'Zoë Sample', '102'],
    ],
  ],
  'Salesforce, a report': [
    '"Contact ID","Salutation","First Name","Last Name","Account Name","Mobile","LinkedIn Profile"\n' +
      `"003x","Ms.","Asha","Example","Example Works, Ltd","07700 900123","${asha}"\n`,
    [[asha, 'Asha Example', '003x']],
  ],
  'Excel, with semicolons and a mark before the header': [
    `\ufeffName;Where;Reference\r\n"Example; Asha";${asha};A-1\r\nZoë Sample;${zoe};A-2\r\n`,
    [
      [asha, 'Example; Asha', 'A-1'],
      [zoe, 'Zoë Sample', 'A-2'],
    ],
  ],
  'Excel, as "Unicode text"': [
    Buffer.from(`\ufeffName\tLinkedIn\r\nZoë Sample\t${zoe}\r\n`, 'utf16le'),
    [[zoe, 'Zoë Sample', null]],
  ],
  'UTF-16 with the other order of bytes': [
    Buffer.from(`\ufeffName\tLinkedIn\r\nZoë Sample\t${zoe}\r\n`, 'utf16le').swap16(),
    [[zoe, 'Zoë Sample', null]],
  ],
  'LibreOffice, with line ends in cells and the delimiter in a line of its own': [
    `sep=|\n"Profile\nURL"|Full name\n${asha}|"Asha\n\nExample"\n||\n${zoe}|Zoë\n`,
    [
      [asha, 'Asha Example', null],
      [zoe, 'Zoë', null],
    ],
  ],
  'a list of links': [
    `${asha}?trk=a,b\r\n\r\nlinkedin.com/company/example\r\n"${zoe}"`,
    [
      [`${asha}?trk=a,b`, null, null],
      ['linkedin.com/company/example', null, null],
      [zoe, null, null],
    ],
  ],
  'a list of links under a word': [`Profiles\n${zoe}\n`, [[zoe, null, null]]],
  'a list that begins with something that is neither link nor header': [
    `asha-example\n${zoe}\n`,
    [
      ['asha-example', null, null],
      [zoe, null, null],
    ],
  ],
  'a table without a header': [
    `Asha,${asha},1\nZoë,${zoe},2\n`,
    [asha, zoe].map((link) => [link, null, null]),
  ],
  'links under an unknown header, found by content': [
    `Who,Homepage,Seen on\nAsha,https://works.example,${asha}\nZoë,https://zoe.example,${zoe}\n`,
    [asha, zoe].map((link) => [link, null, null]),
  ],
};
for (const [name, [file, found]] of Object.entries(exports)) {
  test(`${name}: links, names and references are found`, async () =>
    assert.deepEqual(await people(file), found));
}

test('the customer names the column, or gives its number', async () => {
  const file = `Old link,New link\ngithub.com/old,${zoe}\n`;
  for (const [column, link] of [
    ['new LINK', zoe],
    ['2', zoe],
    ['1', 'github.com/old'],
  ] as const)
    assert.deepEqual(await people(file, column), [[link, null, null]]);
  assert.deepEqual(await people(`notes\n${file}`, 'New link'), [[zoe, null, null]]);
});

test('the reading names the columns and the line of the header', async () => {
  const { reading, own } = await read(`\n\nFirst Name;Last Name;LinkedIn;ID\nAsha;Example;${asha};7\n`);
  assert.deepEqual(reading, {
    link_column: { number: 3, name: 'LinkedIn' },
    name_columns: [
      { number: 1, name: 'First Name' },
      { number: 2, name: 'Last Name' },
    ],
    reference_column: { number: 4, name: 'ID' },
    columns: ['First Name', 'Last Name', 'LinkedIn', 'ID'].map((name, at) => ({ number: at + 1, name })),
    header_line: 3,
  });
  assert.deepEqual(own, { names: ['First Name', 'Last Name', 'LinkedIn', 'ID'], delimiter: ';' });
  const short = await read(`Ref,Person,Link\n7,Asha Example,${asha}\n`);
  assert.deepEqual(short.reading.name_columns, [{ number: 2, name: 'Person' }]);
});

test('the columns of the names and the references can be chosen, or left out', async () => {
  const file = Buffer.from(`First Name,Last Name,Nick,Lead,LinkedIn\nAsha,Example,Ash,L-7,${asha}\n`);
  const read = async (how: ReadingOptions) => {
    const { reading, rows } = await readProfileFile(file, how);
    const [{ name, client_reference } = assert.fail()] = rows;
    return [name, client_reference, reading.name_columns.length, reading.reference_column?.name ?? null];
  };
  assert.deepEqual(await read({}), ['Asha Example', null, 2, null]);
  assert.deepEqual(await read({ name_column: 'nick', reference_column: '4' }), ['Ash', 'L-7', 1, 'Lead']);
  assert.deepEqual(await read({ name_column: '', reference_column: '' }), [null, null, 0, null]);
  await assert.rejects(read({ name_column: 'Surname' }), /no column "Surname"/);
});

test('columns of a file without a header are chosen by their number', async () => {
  const file = Buffer.from(`Asha Example,A-1,${asha}\nZoe Sample,A-2,${zoe}\n`);
  const { rows } = await readProfileFile(file, { name_column: '1', reference_column: '2' });
  assert.deepEqual(
    rows.map(({ name, client_reference }) => [name, client_reference]),
    [
      ['Asha Example', 'A-1'],
      ['Zoe Sample', 'A-2'],
    ],
  );
});

const refusals: [name: string, file: string | Buffer, column: string | undefined, sentence: RegExp][] = [
  ['an empty file', ' \n', undefined, /: The file is empty/],
  ['a header alone', 'profile_url\n', undefined, /header and no rows/],
  [
    'no links',
    'Name,E-mail\nA,a@works.example\n',
    undefined,
    /name it with `column`. The header has: Name, E-mail/,
  ],
  ['an absent column', `A,B\n1,${zoe}\n`, 'C', /no column "C".*from 1 to 2. The header has: A, B/],
  ['the JSON of a request', '{"profiles": []}', undefined, /Send it as application\/json/],
  ['a broken spreadsheet', Buffer.from([0x50, 0x4b, 3, 4, 0]), undefined, /The spreadsheet is damaged/],
  ['a PDF', '%PDF-1.7 x', undefined, /The file is a PDF/],
  [
    'Windows-1252',
    Buffer.from(`Name,Link\nA,${zoe}\nJos\u00e9,${zoe}\n`, 'latin1'),
    undefined,
    /Windows-1252.* line 3 /,
  ],
  [
    'Windows-1251',
    Buffer.from([...Buffer.from('Link\n'), 0xc8, 0xe2, 0xe0, 0xed]),
    undefined,
    /isn't in UTF-8.* line 2 /,
  ],
  [
    'too many rows',
    `Link\n${`${zoe}\n`.repeat(10_001)}`,
    undefined,
    /more than 10000 rows: the first one too many is on line 10002/,
  ],
  ['too many bytes', Buffer.alloc(profileFileBytesMax + 1), undefined, /larger than 16 MiB/],
];
for (const [name, file, column, sentence] of refusals) {
  test(`${name}: the file is refused, and the error says what to do`, async () =>
    assert.rejects(read(file, column), sentence));
}

test('a row that cannot be read costs itself, and names its line and column', async () => {
  const long = 'x'.repeat(201);
  const { rows } = await read(`Link,Name\n${zoe},a,b\n"${zoe},a\n${zoe},${long}\n${zoe},ok,,\n`);
  assert.deepEqual(
    rows.map(({ line, fault }) => [line, fault?.reason, fault?.column, fault?.message]),
    [
      [
        2,
        'too_many_cells',
        null,
        'Line 2 has 3 cells, and the table has 2 columns. Put cells that contain "," in quotes.',
      ],
      [
        ...[3, 'broken_quotes', null],
        'Line 3: A quote is not closed, or text follows it. Double the quotes inside a quoted field.',
      ],
      [4, 'text_too_long', 'Name', 'Line 4, column "Name": the text is longer than 200 characters.'],
      [5, undefined, undefined, undefined],
    ],
  );
});

test("every row keeps the customer's own cells, whatever they hold", async () => {
  const cell = fc
    .string({ unit: 'grapheme', maxLength: 12 })
    .map((text) => text.trim().replace(/\r\n?/g, '\n'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(',', ';', '\t', '|'),
      async (pairs, delimiter) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const lines = pairs.map(([one, two]) => [one, zoe, two].map(quoted).join(delimiter));
        const { rows, own } = await read(
          ['Note,Profile URL,Name'.replaceAll(',', delimiter), ...lines].join('\r\n'),
        );
        const cells = ownCells(rows, own);
        assert.deepEqual(
          cells,
          pairs.map(([one, two]) => [one, zoe, two].map((text) => text.replaceAll('\0', '\ufffd'))),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('10,000 rows of a CRM are read in turns of a few milliseconds', async () => {
  const header = [
    'Record ID',
    'First Name',
    'LinkedIn URL',
    ...Array.from({ length: 60 }, (_, at) => `Property ${at}`),
  ];
  const lines = Array.from(
    { length: 10_000 },
    (_, at) => `"${at}","Asha","https://www.linkedin.com/in/asha-${at}",${'"some, value",'.repeat(59)}"last"`,
  );
  const file = Buffer.from(`${header.join(',')}\n${lines.join('\n')}\n`);
  const { rows } = await read(file);
  assert.equal(rows.length, 10_000);
  assert.equal(rows.at(-1)!.profile_url, 'https://www.linkedin.com/in/asha-9999');
});

test('a file of nothing but line ends is given up early', async () => {
  await assert.rejects(read(Buffer.alloc(2_000_000, '\r')), { reason: 'too_many_rows' });
});
