/** Runs the programs that the page of webhooks shows. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { webhookHeaders } from '#core/http/standard-webhooks.ts';
import { verifyPrograms } from '#web/app/views/webhooks/verify-programs.ts';

const run = promisify(execFile);
const folder = await mkdtempDisposable(join(tmpdir(), 'contactry-verify-'));
after(() => folder[Symbol.asyncDispose]());

const secret = `whsec_${Buffer.alloc(32, 'a').toString('base64')}`;
const body = '{"type":"endpoint.test","data":{"message":"Añjali"}}';
const headers = webhookHeaders(secret, { id: 'msg_1', sentAt: new Date(), body });
const old = webhookHeaders(secret, { id: 'msg_1', sentAt: new Date(Date.now() - 301_000), body });
const verdicts = [
  [headers, body, secret],
  [headers, `${body} `, secret],
  [headers, body, `whsec_${Buffer.alloc(32, 'b').toString('base64')}`],
  [old, body, secret],
  [{}, body, secret],
  [{ ...headers, 'webhook-timestamp': '9'.repeat(5_000) }, body, secret],
];
const expected = [true, false, false, false, false, false];

test('the page verifies a message in Python', async () => {
  const script = `${verifyPrograms.python}
import json, sys
print(json.dumps([is_genuine(headers, body.encode(), secret) for headers, body, secret in json.loads(sys.argv[1])]))`;
  const { stdout } = await run('python3', ['-c', script, JSON.stringify(verdicts)]);
  assert.deepEqual(JSON.parse(stdout), expected);
});

test('the page verifies a message in TypeScript', async () => {
  const file = join(folder.path, 'verify.ts');
  await writeFile(file, verifyPrograms.typescript);
  const { isGenuine } = (await import(file)) as {
    isGenuine(headers: object, body: string, secret: string): boolean;
  };
  assert.deepEqual(
    verdicts.map(([given, text, key]) => isGenuine(given as object, text as string, key as string)),
    expected,
  );
});
