import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileRefused } from '#values/contact-files/file-refused.ts';
import { emptyRow, type NumberedRow } from '../rows/file-row.ts';
import { type ReadOptions, readRows } from './read-rows.ts';

async function* bytesOf(text: string) {
  for (let at = 0; at < text.length; at += 11) yield Buffer.from(text.slice(at, at + 11));
}

async function read(text: string, options: Partial<ReadOptions> & { format: 'csv' | 'ndjson' }) {
  const rows: NumberedRow[] = [];
  const ends: number[] = [];
  let warnings: string[] = [];
  for await (const batch of readRows(bytesOf(text), options)) {
    rows.push(...batch.rows);
    ends.push(batch.throughLine);
    warnings = batch.warnings;
  }
  return { rows, ends, warnings };
}

const csv = async (text: string) => (await read(text, { format: 'csv' })).rows;
const ndjson = async (text: string) => (await read(text, { format: 'ndjson' })).rows;
const good = (line: number, members: object) => ({
  line,
  lastLine: line,
  ok: true,
  row: { ...emptyRow(), ...members },
});
const reasonsOf = (rows: NumberedRow[]) => rows.map((row) => (row.ok ? 'ok' : row.fault.reason));

test('the delimiter is found from the header, whose names may be in any case and order', async () => {
  for (const delimiter of [',', ';', '\t']) {
    const text = `\ufeff EMAIL ${delimiter}Profile_URL\r\na@example.com${delimiter}github.com/a\r\n`;
    assert.deepEqual(await csv(text), [
      good(2, { profile_url: 'github.com/a', emails: [{ text: 'a@example.com' }] }),
    ]);
  }
});

test('a spreadsheet may name the delimiter in a line of its own', async () => {
  assert.deepEqual(await csv('sep=;\nprofile_url;email\ngithub.com/a;\n'), [
    good(3, { profile_url: 'github.com/a' }),
  ]);
});

test('the names that lookups understand are understood for profile_url', async () => {
  assert.deepEqual(await csv('linkedin_url,email\nlinkedin.com/in/a,'), [
    good(2, { profile_url: 'linkedin.com/in/a' }),
  ]);
  assert.deepEqual(await ndjson('{"url":"github.com/a","email":""}'), [
    good(1, { profile_url: 'github.com/a' }),
  ]);
});

test('a file without the column profile_url is refused before any row', async () => {
  await assert.rejects(csv('email,name\na@example.com,A\n'), (error: unknown) => {
    assert.ok(error instanceof FileRefused);
    assert.match(error.detail, /profile_url/);
    return error.reason === 'missing_column';
  });
});

test('a header with one column twice, and a file without a line, are refused', async () => {
  const reason = (wanted: string) => (error: unknown) =>
    error instanceof FileRefused && error.reason === wanted;
  await assert.rejects(csv('profile_url,email,Profile_URL\n'), reason('repeated_column'));
  await assert.rejects(csv(''), reason('empty'));
  await assert.rejects(csv('\n\n'), reason('empty'));
  await assert.rejects(ndjson(''), reason('empty'));
});

test('a first line with more columns than any export has is refused before it is cut up', async () => {
  await assert.rejects(csv(`profile_url,email${',a'.repeat(2000)}\n`), (error) => {
    assert.ok(error instanceof FileRefused);
    assert.equal(error.reason, 'too_many_columns');
    return true;
  });
});

test('columns that are not read are named once', async () => {
  const { rows, warnings } = await read('profile_url,shoe_size,hat,link\ngithub.com/a,42,7,\n', {
    format: 'csv',
  });
  assert.deepEqual(rows, [good(2, { profile_url: 'github.com/a' })]);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!, /shoe_size, hat/);
});

test('one cell can hold several values, but the parameters of a tel: link are not values', async () => {
  const text =
    'profile_url\temail\tphone\tlink\ngithub.com/a\ta@example.com; b@example.com|c@example.com\ttel:+12025550101;ext=5|+12025550102\thttps://a.example;https://b.example\n';
  const [row] = await csv(text);
  assert.ok(row?.ok);
  assert.deepEqual(
    row.row.emails.map((value) => value.text),
    ['a@example.com', 'b@example.com', 'c@example.com'],
  );
  assert.deepEqual(
    row.row.phones.map((value) => value.text),
    ['tel:+12025550101;ext=5', '+12025550102'],
  );
  assert.deepEqual(
    row.row.links.map((value) => value.text),
    ['https://a.example', 'https://b.example'],
  );
});

test('blank lines and lines of empty cells are no rows; the count of lines continues', async () => {
  assert.deepEqual(await csv('profile_url,email\n\n,,,\n  \ngithub.com/a,\n'), [
    good(5, { profile_url: 'github.com/a' }),
  ]);
});

test('a line with more cells than the header is a fault: a comma without quotes has moved them', async () => {
  assert.deepEqual(reasonsOf(await csv('link,company\ngithub.com/a,Doe, Ltd\ngithub.com/b,"Doe, Ltd"\n')), [
    'too_many_cells',
    'ok',
  ]);
});

test('the cell too many may be the empty one at the end: the moved value is before it', async () => {
  const text =
    'link,location,source,source_url\n' +
    'github.com/a,Pune, India,,\n' +
    'github.com/b,"Pune, India",,\n' +
    'github.com/c,Pune\n';
  assert.deepEqual(reasonsOf(await csv(text)), ['too_many_cells', 'ok', 'ok']);
});

test('cells without a name at the end of every line, the header too, are nothing', async () => {
  assert.deepEqual(await csv('link,company,,\ngithub.com/a,Works,,\ngithub.com/b,Works\n'), [
    good(2, { links: [{ text: 'github.com/a' }], company: 'Works' }),
    good(3, { links: [{ text: 'github.com/b' }], company: 'Works' }),
  ]);
});

test('lines too long, not UTF-8 or with broken quotes are faults, and the others are read', async () => {
  async function* bytes() {
    yield Buffer.from(`link,company,größe\ngithub.com/a,${'x'.repeat(1024 * 1024)}\n`);
    yield Buffer.concat([Buffer.from('github.com/b,Zo'), Buffer.from([0xeb]), Buffer.from('\n')]);
    yield Buffer.from('github.com/c,"open\ngithub.com/d,"good"\n');
  }
  const rows: NumberedRow[] = [];
  for await (const batch of readRows(bytes(), { format: 'csv' })) rows.push(...batch.rows);
  assert.deepEqual(reasonsOf(rows), ['line_too_long', 'not_utf8', 'broken_quotes', 'ok']);
  assert.deepEqual(
    rows.map(({ line }) => line),
    [2, 3, 4, 5],
  );
});

test('NDJSON takes the CSV names and lists of texts or objects', async () => {
  const line = JSON.stringify({
    profile_url: ' github.com/a ',
    full_name: 'Asha Example',
    email: 'a@example.com;b@example.com',
    emails: [
      'c@example.com',
      { address: 'd@example.com', type: 'work', source: 'crm', seen_at: '2026-01-02' },
    ],
    phones: { number: '01632 960123', country: 'GB' },
    links: [{ url: 'https://a.example' }],
    company: null,
  });
  assert.deepEqual(await ndjson(line), [
    good(1, {
      profile_url: 'github.com/a',
      full_name: 'Asha Example',
      emails: [
        { text: 'a@example.com' },
        { text: 'b@example.com' },
        { text: 'c@example.com' },
        { text: 'd@example.com', type: 'work', source: 'crm', seen_at: '2026-01-02' },
      ],
      phones: [{ text: '01632 960123', country: 'GB' }],
      links: [{ text: 'https://a.example' }],
    }),
  ]);
});

test('NDJSON lines of a wrong form are faults that name the member', async () => {
  const rows = await ndjson(
    [
      '{"profile_url":',
      '[1]',
      '{"profile_url":7}',
      '{"profile_url":"x","emails":[1]}',
      '{"phone":{"mobile":"1"}}',
      '{}',
    ].join('\n'),
  );
  assert.deepEqual(reasonsOf(rows), ['bad_json', 'not_an_object', 'wrong_type', 'ok', 'ok', 'ok']);
  assert.deepEqual(
    rows.flatMap((row) => (row.ok ? row.row.faults : [row.fault])).map(({ column }) => column),
    [null, null, 'profile_url', 'emails', 'phone'],
  );
});

test('a member of a wrong type is left out, and the rest of its row and list is taken', async () => {
  const line = {
    profile_url: 'github.com/a',
    emails: ['a@example.com', 7, { address: 'b@example.com' }],
    phones: 123,
    full_name: 5,
  };
  const [row] = await ndjson(JSON.stringify(line));
  assert.ok(row?.ok);
  assert.deepEqual(
    row.row.emails.map(({ text }) => text),
    ['a@example.com', 'b@example.com'],
  );
  assert.deepEqual(
    row.row.faults.map(({ column, reason }) => [column, reason]),
    [
      ['emails', 'wrong_type'],
      ['phones', 'wrong_type'],
      ['full_name', 'wrong_type'],
    ],
  );
});

test('lone CRs end the records of a CSV file, and within quotes they are a line end of the text', async () => {
  const text =
    'profile_url,email,headline\rgithub.com/a,a@example.com,x\rgithub.com/b,b@example.com,"two\rlines"\r';
  const { rows, warnings } = await read(text, { format: 'csv' });
  assert.deepEqual(warnings, []);
  assert.deepEqual(rows, [
    good(2, { profile_url: 'github.com/a', emails: [{ text: 'a@example.com' }], headline: 'x' }),
    {
      ...good(3, {
        profile_url: 'github.com/b',
        emails: [{ text: 'b@example.com' }],
        headline: 'two\nlines',
      }),
      lastLine: 4,
    },
  ]);
});

test('a text that looks like an address is never repeated in a warning', async () => {
  const warned = async (header: string) =>
    (await read(`profile_url,link,${header}\n`, { format: 'csv' })).warnings.join();
  assert.match(await warned('shoe,a@example.com,https://x.example/a'), /^Not read: shoe and 2 more\./);
  assert.match(await warned('a@example.com'), /^Not read: 1 column\./);
  const { warnings } = await read('{"profile_url":"a","link":"a.example","b@example.com":1,"c://d":2}\n', {
    format: 'ndjson',
  });
  assert.match(warnings.join(), /^Not read: 2 columns\./);
});

test('NDJSON members that are not read are named once', async () => {
  const { warnings } = await read(
    '{"profile_url":"a","link":"","shoe":1}\n{"profile_url":"b","shoe":2,"hat":3}\n',
    {
      format: 'ndjson',
    },
  );
  assert.match(warnings.join(), /^Not read: shoe, hat\./);
});

test('batches end where a row ends, and reading continues behind any of them as if it had not stopped', async () => {
  const text = `link,company\n${Array.from({ length: 25 }, (_, at) => `github.com/p${at},"two\nlines"`).join('\n')}\n`;
  const whole = await read(text, { format: 'csv', rowsMax: 4 });
  assert.equal(whole.rows.length, 25);
  assert.deepEqual(whole.ends, [9, 17, 25, 33, 41, 49, 51]);
  for (const [at, end] of whole.ends.entries()) {
    const rest = await read(text, { format: 'csv', rowsMax: 4, skipLines: end });
    assert.deepEqual(rest.rows, whole.rows.slice((at + 1) * 4), `behind line ${end}`);
    assert.equal(rest.ends.at(-1), 51);
  }
});
