import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import { FileRefused } from '#values/contact-files/file-refused.ts';
import { silenceMsMax, UploadBroken, UploadStopped, uploadedFile } from './uploaded-file.ts';

const running = new AbortController().signal;

async function drain(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('the bytes come through as they are, with their hash', async () => {
  const upload = uploadedFile(Readable.from([Buffer.from('ab'), Buffer.from('c')]), 3, running);
  assert.equal(await drain(upload.read()), 'abc');
  assert.deepEqual(upload.sha256(), createHash('sha256').update('abc').digest());
});

test('a byte too many refuses the file', async () => {
  const upload = uploadedFile(Readable.from([Buffer.from('abcd')]), 3, running);
  await assert.rejects(
    drain(upload.read()),
    (error) => error instanceof FileRefused && error.reason === 'too_large',
  );
});

test('a stream that fails is a broken upload', async () => {
  const body = new PassThrough();
  const drained = drain(uploadedFile(body, 100, running).read());
  body.write('abc');
  body.destroy(new Error('aborted'));
  await assert.rejects(drained, UploadBroken);
});

test('a sender that is silent for a minute has broken off, a millisecond less has not', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const body = new PassThrough();
  const bytes = uploadedFile(body, 100, running).read();
  const first = bytes.next();
  t.mock.timers.tick(silenceMsMax - 1);
  body.write('abc');
  assert.equal((await first).value?.toString(), 'abc');
  const second = bytes.next();
  t.mock.timers.tick(silenceMsMax);
  await assert.rejects(second, UploadBroken);
});

test('when reading stops early, the rest of the body is let through', async () => {
  const body = new PassThrough({ highWaterMark: 1 });
  const bytes = uploadedFile(body, 100, running).read();
  body.write('abc');
  await bytes.next();
  await bytes.return(undefined);
  body.end('d'.repeat(1000));
  await new Promise((resolve) => body.on('end', resolve));
  assert.ok(body.readableEnded);
});

test('when the process stops, the upload ends without waiting for the sender', async () => {
  const stopping = new AbortController();
  const body = new PassThrough();
  const bytes = uploadedFile(body, 100, stopping.signal).read();
  const first = bytes.next();
  stopping.abort();
  await assert.rejects(first, UploadStopped);
  assert.ok(!body.destroyed);
  body.end('the rest');
  await new Promise((resolve) => body.on('end', resolve));
});

test('a process that is stopping reads no further', async () => {
  const body = Readable.from([Buffer.from('abc')]);
  await assert.rejects(drain(uploadedFile(body, 100, AbortSignal.abort()).read()), UploadStopped);
});
