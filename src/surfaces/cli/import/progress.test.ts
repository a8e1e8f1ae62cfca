import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { barLine, openProgress } from './progress.ts';

const words = ['620,000 rows', '21,400/s', '18 s left', '640,001 of 1,280,001 lines'];

test('the bar shows its share and the whole text if there is room', () => {
  assert.equal(
    barLine(120, 0.5, ' 50 %', words),
    `  ${'█'.repeat(20)}${'░'.repeat(20)}  50 %  620,000 rows   21,400/s   18 s left   640,001 of 1,280,001 lines`,
  );
});

test('on a narrow terminal the end of the text is dropped and the line never wraps', () => {
  for (let columns = 20; columns <= 200; columns += 1) {
    const line = barLine(columns, 0.33, ' 33 %', words);
    assert.ok(line.includes('620,000 rows'));
    if (columns >= 32) assert.ok(line.length <= columns, `${columns}: ${line.length}`);
  }
  assert.ok(!barLine(60, 0.33, ' 33 %', words).includes('640,001'));
});

test('without a terminal there is a plain line every five seconds', () => {
  let written = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  }) as unknown as NodeJS.WriteStream;
  let nowMs = 0;
  const display = openProgress({ stream, nowMs: () => nowMs });
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
  const display = openProgress({ stream, nowMs: () => nowMs });
  display.show({ linesTotal: 20_001, done: null });
  nowMs = 5000;
  display.show({ linesTotal: 20_001, done: null });
  assert.equal(written, '    0 %   sending the file\n');
});
