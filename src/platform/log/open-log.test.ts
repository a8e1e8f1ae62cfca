import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLog } from './open-log.ts';

function linesOf(write: (log: ReturnType<typeof openLog>) => void): string {
  let text = '';
  write(openLog('debug', { write: (line: string) => (text += line) }));
  return text;
}

test('secrets are redacted by the name of their member', () => {
  const text = linesOf((log) => {
    log.info(
      { authorization: 'Bearer abc123', headers: { 'x-admin-secret': 'abc123', accept: 'json' } },
      'called',
    );
  });
  assert.ok(!text.includes('abc123'));
  assert.ok(text.includes('json'));
});

test('a raw key is redacted wherever it appears', () => {
  const key = 'cty_live_0123456789abcdefghijABCDEFGHIJ0123456789';
  const text = linesOf((log) => {
    log.warn({ url: `/x?key=${key}` }, `seen ${key}`);
  });
  assert.ok(!text.includes('0123456789abcdef'));
});

test('an email address is redacted wherever it appears', () => {
  const text = linesOf((log) => {
    log.error(
      { error: new Error('invalid input: "asha.k+1@works.example"') },
      'failed for ravi@site.example',
    );
  });
  assert.doesNotMatch(text, /@/);
});

test('an error keeps only its message, not the row that PostgreSQL quotes', () => {
  const error = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    detail: 'Key (lower(email))=(asha@works.example) already exists.',
  });
  const text = linesOf((log) => {
    log.error({ error: new Error('outer', { cause: error }) }, 'failed');
  });
  assert.ok(text.includes('23505'));
  assert.ok(!text.includes('asha@works.example'));
});

test('a line break in a value begins no line', () => {
  const text = linesOf((log) => {
    log.info({ route: 'GET /\n{"level":50}\r\u2028' }, 'answered\nby another');
  });
  assert.equal(text.indexOf('\n'), text.length - 1);
});
