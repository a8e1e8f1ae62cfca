import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { fc } from '#test/support/properties.ts';
import { type BodyRead, readBody } from './read-body.ts';

const read = (chunks: Uint8Array[], coding = '', bytesMax = 1000, overflow?: 'cut'): Promise<BodyRead> =>
  readBody(Readable.from(chunks), coding, bytesMax, overflow);

const pack = { '': (body: Buffer) => body, gzip: gzipSync, 'X-GZIP': gzipSync, br: brotliCompressSync };

test('any compressed body is restored, however it is split into chunks', async () => {
  const coding = fc.constantFrom(...(Object.keys(pack) as (keyof typeof pack)[]));
  const cut = fc.integer({ min: 1, max: 40 });

  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), coding, cut, async (body, name, size) => {
      const packed = pack[name](Buffer.from(body));
      const count = Math.ceil(packed.length / size);
      const chunks = Array.from({ length: count }, (_, at) => packed.subarray(at * size, (at + 1) * size));
      const result = await read(chunks, name);
      assert.ok(result.ok);
      assert.deepEqual(new Uint8Array(result.body), body);
    }),
  );
});

test('a body of exactly the limit is read, one byte more is refused or cut', async () => {
  const full = Buffer.alloc(1000, 'a');
  const over = [full, Buffer.from('b')];

  assert.deepEqual(await read([full]), { ok: true, body: full });
  assert.deepEqual(await read(over), { ok: false, failure: 'too_large' });
  assert.deepEqual(await read(over, '', 1000, 'cut'), { ok: true, body: full });
});

test('the limit applies to the decompressed size', async () => {
  const bomb = gzipSync(Buffer.alloc(10_000_000));
  assert.ok(bomb.length < 20_000);
  assert.deepEqual(await read([bomb], 'gzip', 100_000), { ok: false, failure: 'too_large' });
});

test('an endless stream that decompresses to nothing is abandoned', async () => {
  const nothing = gzipSync('');
  let sent = 0;
  async function* forever() {
    while (sent < 4_000_000) {
      sent += nothing.length;
      yield nothing;
    }
  }
  const result = await readBody(Readable.from(forever()), 'gzip', 100_000);
  assert.deepEqual(result, { ok: false, failure: 'too_large' });
  assert.ok(sent < 400_000);
});

test('an unrequested or broken encoding is undecodable', async () => {
  const broken = { ok: false, failure: 'undecodable' };
  assert.deepEqual(await read([deflateSync('a')], 'deflate'), broken);
  assert.deepEqual(await read([Buffer.from('a')], 'gzip, br'), broken);
  assert.deepEqual(await read([Buffer.from('not gzip')], 'gzip'), broken);
  assert.deepEqual(await read([Buffer.from('not brotli at all')], 'br'), broken);
  assert.deepEqual(await read([gzipSync('cut short').subarray(0, 15)], 'gzip'), broken);
});

test('an error of the stream is passed on', async () => {
  const source = new Readable({
    read() {
      this.destroy(new Error('reset'));
    },
  });
  await assert.rejects(readBody(source, '', 1000), /reset/);
});
