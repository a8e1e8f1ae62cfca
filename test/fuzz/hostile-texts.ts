import type { Dice } from './dice.ts';

/** Texts that PostgreSQL can't store. */
const unstorable = ['\0', 'a\0b', '\ud800', '\udc00x'];

/** Texts that break programs. */
const texts: readonly string[] = [
  '',
  ' ',
  'e\u0301'.repeat(100),
  '\u202eabc',
  '\ufeff',
  '\u2028',
  '𝕏'.repeat(50),
  '👩‍👩‍👧‍👦',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  "' or 1=1 --",
  "'; drop table account; --",
  '%',
  '%00',
  '%s%n',
  '{{7*7}}',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  'http://[::1]:1/',
  'http://169.254.169.254/latest/',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  '=1+1',
  '@here',
  '\r\nset-cookie: a=b',
  '-1',
  '1e400',
  '0x10',
  'NaN',
  '9007199254740993',
  '2026-02-30',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00.001Z',
  '-000001-01-01T00:00:00Z',
  '0.0.0.0',
  '256.256.256.256',
  '::ffff:127.0.0.1',
  'a@b',
  '"a b"@example.com',
  'ü@exämple.com',
  `${'a'.repeat(64)}@${'b.'.repeat(90)}example`,
  '+000',
  'https://github.com/%',
  'https://github.com/%2e%2e',
  'https://user:pass@github.com:99999/x',
  'https://github.com\\@127.0.0.1/x',
  `https://${'a'.repeat(300)}.example/`,
];

const longLengths = [101, 201, 321, 501, 2001, 5001, 60_000, 300_000];
const longPieces = ['x', ' ', '<', '(', '%', 'é', '\u0000', '9', '/', '@', '.a', '\n'];

export const hostileText = (dice: Dice): string =>
  dice.pick([
    () => dice.pick(unstorable),
    () => longText(dice, dice.pick(longLengths)),
    ...Array(5).fill(() => dice.pick(texts)),
  ])();

export const longText = (dice: Dice, length: number): string => {
  const piece = dice.pick(longPieces);
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
};

export const prototypeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
];
