import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fc } from '#test/support/properties.ts';
import { utf8Of } from './encodings.ts';
import { type FileLine, fileLines, lineBytesMax } from './line-splitter.ts';

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function linesOf(chunks: AsyncIterable<Buffer>): Promise<FileLine[]> {
  const lines: FileLine[] = [];
  for await (const some of fileLines(utf8Of(chunks))) lines.push(...some);
  return lines;
}

const textsOf = async (bytes: Buffer, size = 7) =>
  (await linesOf(inChunks(bytes, size))).map(({ text }) => text);

test('lines end in LF, CRLF or CR alone, and the last one needs no end', async () => {
  assert.deepEqual(await textsOf(Buffer.from('a\r\nb\n\nc')), ['a', 'b', '', 'c']);
  assert.deepEqual(await textsOf(Buffer.from('a\rb\r\rc')), ['a', 'b', '', 'c']);
  assert.deepEqual(await textsOf(Buffer.from('a\r')), ['a']);
  assert.deepEqual(await textsOf(Buffer.from('a\n')), ['a']);
  assert.deepEqual(await textsOf(Buffer.from('')), []);
});

test('a byte order mark is left out', async () => {
  assert.deepEqual(await textsOf(Buffer.from('\ufeffa\nb')), ['a', 'b']);
});

test('the lines are the same however the bytes are cut into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.string({ unit: 'binary' }).filter((text) => !/[\n\r\ufeff]/.test(text) && text.isWellFormed()),
      ),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      async (texts, size, lineEnd) => {
        const bytes = Buffer.from(texts.map((text) => text + lineEnd).join(''));
        const lines = await linesOf(inChunks(bytes, size));
        assert.deepEqual(
          lines.map(({ text }) => text),
          texts,
        );
        assert.deepEqual(
          lines.map(({ number }) => number),
          texts.map((_, at) => at + 1),
        );
      },
    ),
  );
});

test('a broken letter among good ones is a fault of its line', async () => {
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    const latin1 = Buffer.from(['good', 'Zo\xeb'].join(lineEnd) + lineEnd, 'latin1');
    assert.deepEqual(
      await linesOf(inChunks(Buffer.concat([latin1, Buffer.from(`also göod${lineEnd}`)]), 1000)),
      [
        { number: 1, text: 'good', fault: null },
        { number: 2, text: '', fault: 'not_utf8' },
        { number: 3, text: 'also göod', fault: null },
      ],
    );
  }
});

test('a line of 1 MiB is taken and one of a byte more is a fault, in any chunks', async () => {
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    const texts = ['a'.repeat(lineBytesMax), 'b'.repeat(lineBytesMax + 1), 'c', ''];
    const bytes = Buffer.from(texts.join(lineEnd));
    for (const size of [4099, 65536, 65537, 1_000_000]) {
      const lines = await linesOf(inChunks(bytes, size));
      assert.deepEqual(
        lines.map(({ number, fault }) => [number, fault]),
        [
          [1, null],
          [2, 'line_too_long'],
          [3, null],
        ],
        `${JSON.stringify(lineEnd)} in chunks of ${size}`,
      );
    }
  }
});

test('one line of 800 chunks is passed over, and only a few chunks are held at a time', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const sent: WeakRef<ArrayBufferLike>[] = [];
  let most = 0;
  async function* file() {
    yield Buffer.from('first\n');
    for (let chunks = 0; chunks < 800; chunks += 1) {
      if (chunks % 100 === 99) {
        // Objects created in this turn of the event loop aren't collected in it.
        await nextTurn();
        collectGarbage();
        most = Math.max(most, sent.filter((chunk) => chunk.deref()).length);
      }
      const chunk = Buffer.alloc(65536, 'x');
      sent.push(new WeakRef(chunk.buffer));
      yield chunk;
    }
    yield Buffer.from('\nlast\n');
  }
  const lines = await linesOf(file());
  assert.deepEqual(
    lines.map(({ text, fault }) => fault ?? text),
    ['first', 'line_too_long', 'last'],
  );
  assert.ok(most <= 20, `${most} chunks were held`);
});

test('text in another encoding is refused at its first letter, with how to name the encoding', async () => {
  const file = Buffer.from('name\nJane\nJos\u00e9\nRen\u00e9\n', 'latin1');
  for (const size of [1, 7, 1000])
    await assert.rejects(linesOf(inChunks(file, size)), {
      reason: 'not_utf8',
      detail: /looks like Windows-1252.*: line 3 isn't UTF-8.*`encoding=windows-1252`/,
    });
  const russian = Buffer.from([...Buffer.from('name\n'), 0xc8, 0xe2, 0xe0, 0xed, 0x0a]);
  await assert.rejects(linesOf(inChunks(russian, 1000)), {
    detail: /isn't in UTF-8: line 2 .*`encoding`/,
  });
});

test('text is read in the encoding that is named', async () => {
  const cases = [
    ['windows-1252', [0x4a, 0x6f, 0x73, 0xe9, 0x20, 0x80, 0x93], 'José €“'],
    ['windows-1251', [0xc8, 0xe2, 0xe0, 0xed], 'Иван'],
    ['shift_jis', [0x8e, 0x52, 0x93, 0x63], '山田'],
  ] as const;
  for (const [encoding, bytes, text] of cases) {
    for (const size of [1, 1000]) {
      const [line] = await linesOf(utf8Of(inChunks(Buffer.from(bytes), size), encoding));
      assert.equal(line!.text, text);
    }
  }
});

test('UTF-16 is read, with and without its mark, in either order and in whatever chunks', async () => {
  const text = 'profile_url,name\r\ngithub.com/a,Zoë 🦊\r\n';
  const little = Buffer.from(text, 'utf16le');
  const big = Buffer.from(little).swap16();
  const files = [
    little,
    big,
    Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
  ];
  for (const file of files) {
    for (const size of [1, 7, 1000]) {
      const lines = await linesOf(inChunks(file, size));
      assert.deepEqual(
        lines.map((line) => line.text),
        ['profile_url,name', 'github.com/a,Zoë 🦊'],
      );
    }
  }
});
