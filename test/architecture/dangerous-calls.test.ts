/** Calls that are safe only in certain places: each place is listed, and why. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { doorName } from '#core/door.ts';
import { root } from './sources.ts';

/** Code that runs in production or in browsers. */
const texts = globSync(
  ['{src,web,extension/src,clients/typescript/src}/**/*.{ts,tsx,sql}', 'migrations/*.sql', 'bin/*.mjs'],
  { cwd: root },
)
  .filter((file) => !/\.(test|sample)\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const filesWith = (form: RegExp): string[] =>
  texts
    .filter(({ text }) => form.test(text))
    .map(({ file }) => file)
    .sort();

test('Math.random chooses waits and samples, and nothing secret', () => {
  assert.deepEqual(filesWith(/Math\.random/), [
    'clients/typescript/src/send.ts',
    'src/domains/sources/asking/imitation.ts',
    'src/platform/database/listen.ts',
    'src/platform/outgoing/vendors/vendor-health.ts',
    'src/platform/tracing/sampling.ts',
  ]);
  // PostgreSQL's own can be predicted, too.
  const inSql = filesWith(/\brandom\(\)/).filter((file) => file.endsWith('.sql'));
  assert.deepEqual(inSql, []);
});

test('only SHA-256, HMAC, HKDF and AES-256-GCM protect anything', () => {
  const named = texts.flatMap(({ text }) =>
    [...text.matchAll(/\b((?:hash|create(?:Hash|Hmac|Cipher\w*|Decipher\w*)|hkdf\w*)\('([\w-]+)')/g)].map(
      ([, , name]) => name!,
    ),
  );
  assert.deepEqual([...new Set(named)].sort(), ['aes-256-gcm', 'sha256']);
  const other = /\b(?:createSign|createVerify|publicEncrypt|privateDecrypt|scrypt|pbkdf2|createECDH)\w*\(/;
  assert.deepEqual(filesWith(other), []);
  // Neither protects anything: text that fills pages of a disk, and the key of a movement that no caller can make.
  assert.deepEqual(filesWith(/\b(?:md5|sha1)\(/i), [
    'src/domains/credits/functions/credit_sweep_lots.sql',
    'src/domains/status/functions/process_beat.sql',
  ]);
});

test('no text becomes code or markup', () => {
  const code = /\beval\(|new Function\(|node:vm|setTimeout\(\s*['"`]/;
  const markup = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySet/;
  assert.deepEqual([...filesWith(code), ...filesWith(markup)], []);
});

test('programs are started in a few places, without a shell', () => {
  assert.deepEqual(filesWith(/node:child_process/), [
    'bin/contactry.mjs',
    'src/platform/database/embedded/programs/run-program.ts',
    'src/values/contact-files/xlsx/xlsx-lines.ts',
  ]);
  const shell = /\bshell: (true|['"])|\bexec(Sync)?\b[^}]*\} from 'node:child_process'/;
  assert.deepEqual(filesWith(shell), []);
});

test('SQL is raw text only where the text is from the code', () => {
  assert.deepEqual(filesWith(/\bsql\.raw\(/), [
    'src/domains/extension/sql.ts',
    'src/domains/jobs/sql/items.ts',
    'src/domains/keys/sql/keys.ts',
    'src/domains/status/migrations/sql.ts',
  ]);
});

test('no page listens to messages of other origins', () => {
  // A channel between tabs of this origin.
  assert.deepEqual(filesWith(/\bonmessage\b|addEventListener\('message'/), ['web/shared/session/session.ts']);
});

test('a GET only reads, but for the listed ones', () => {
  const writing = manifest.operations
    .filter(({ kind }) => kind !== 'query')
    .flatMap(({ doors }) => doors.filter(({ method }) => method === 'GET').map(doorName));
  assert.deepEqual(writing, [
    // Asks the provider whether the money has come.
    'GET /api/v1/billing/claim-token',
    // Make a document at its first download.
    'GET /internal/billing/invoice/{account_id}',
    'GET /internal/billing/credit-note/{account_id}',
    'GET /api/v1/admin/billing/document',
    // Is in the audit log.
    'GET /api/v1/admin/accounts/{account_id}/export',
  ]);
});
