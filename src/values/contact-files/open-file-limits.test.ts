import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Given, opened as open } from '#test/support/opened-file.ts';
import { spreadsheetFiles, zipOf } from '#test/support/spreadsheet.ts';
import type { FileRefused } from './file-refused.ts';

const MiB = 1024 ** 2;

/** How often the event loop turns while the file is read. */
async function turnsOf(file: Buffer, options: Given = {}) {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const found = await open(file, options).catch((error) => error as FileRefused);
  isOver = true;
  return { turns, found };
}

const sharedLine = `<si><t>${'x'.repeat(100_000)}</t></si>`;
for (const [name, file] of [
  ['a vCard that never ends', `BEGIN:VCARD\nFN:A\n${' \n'.repeat(2 * MiB)}`],
  ['a property that never ends', `BEGIN:VCARD\nFN:A\n${' xxxxxxx\n'.repeat(400_000)}`],
  ['a JSON text that never ends', `["${'x'.repeat(4 * MiB)}`],
  ['JSON of blanks', `[{${' '.repeat(4 * MiB)}`],
  ['a line that never ends', 'x'.repeat(4 * MiB)],
  ['blank lines', '\n'.repeat(4 * MiB)],
  [
    'a sheet of one piece with 60 long rows',
    zipOf(spreadsheetFiles({ shared: sharedLine, sheet: '<row><c t="s"><v>0</v></c></row>'.repeat(60) })),
  ],
] as const) {
  test(`other requests have their turn while ${name} is read`, async () => {
    const { turns } = await turnsOf(Buffer.from(file as string));
    assert.ok(turns >= 50, `${turns} turns`);
  });
}

test('lines count before the cards that are in them', async () => {
  const lines = `BEGIN:VCARD\nFN:A\n${' \n'.repeat(200_000)}`;
  const refused = { reason: 'too_many_rows', detail: /more than 1000 lines/ };
  await assert.rejects(open(lines, { linesMax: 1_000 }), refused);
  await assert.rejects(open('1,\n'.repeat(1_001), { linesMax: 1_000 }), refused);
  await assert.rejects(open(`[${'{},'.repeat(1_001)}{}]`, { linesMax: 1_000 }), refused);
});

test('gzip that is packed better than contacts can be is refused, however much it may have', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * MiB, ' '));
  await assert.rejects(open(bomb, { textBytesMax: 1024 * MiB }), {
    reason: 'too_large',
    detail: /more than 200 times/,
  });
});

test('gzip that unpacks to more than the text may have is refused, as is a broken one', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * MiB));
  await assert.rejects(open(bomb), { reason: 'too_large', detail: /16 MiB when it is unpacked/ });
  const whole = gzipSync('profile_url\n'.repeat(10_000));
  await assert.rejects(open(whole.subarray(0, 20)), { detail: /damaged or incomplete/ });
  await assert.rejects(open(gzipSync(whole)), { detail: /gzip twice/ });
});

test('a spreadsheet that takes more memory than may be had is refused, and ends nothing else', async () => {
  const attributes = Array.from({ length: 4_000_000 }, (_, at) => `a${at}="" `).join('');
  const sheet = zipOf(spreadsheetFiles({ sheet: `<row ${attributes}></row>` }));
  await assert.rejects(open(sheet), { reason: 'too_large', detail: /takes too much memory/ });
});
