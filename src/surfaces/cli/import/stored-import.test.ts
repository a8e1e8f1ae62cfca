import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { openImportProgress } from './stored-import.ts';

test('without a terminal there is a plain line every five seconds', () => {
  let written = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  }) as unknown as NodeJS.WriteStream;
  let nowMs = 0;
  const display = openImportProgress({ stream, nowMs: () => nowMs });
  for (; nowMs <= 11_000; nowMs += 100) {
    display.show({ linesTotal: 200_000, done: { lines: nowMs * 10, rows: nowMs * 10 } });
  }
  display.close();
  const lines = written.trimEnd().split('\n');
  assert.equal(lines.length, 2);
  assert.equal(lines[1], '   50 %   100,000 rows   10,000/s   10 s left   100,000 of 200,000 lines');
  assert.ok(!written.includes('\u001b'));
});

test('a file that was sent at once shows no progress until the service reports some', () => {
  let written = '';
  const stream = {
    write: (text: string) => {
      written += text;
    },
  } as unknown as NodeJS.WriteStream;
  let nowMs = 0;
  const display = openImportProgress({ stream, nowMs: () => nowMs });
  display.show({ linesTotal: 20_001, done: null });
  nowMs = 5000;
  display.show({ linesTotal: 20_001, done: null });
  assert.equal(written, '    0 %   sending the file\n');
});
