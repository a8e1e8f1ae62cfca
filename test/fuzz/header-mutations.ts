import { gzipSync } from 'node:zlib';
import type { Dice } from './dice.ts';
import type { Mutation } from './mutation.ts';

const setHeader =
  (name: string, value: (dice: Dice) => string | string[]): Mutation =>
  (draft, dice) => {
    draft.headers[name] = value(dice);
  };

const oneOf =
  (...choices: (string | string[])[]) =>
  (dice: Dice) =>
    dice.pick(choices);

const contentTypes = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json; charset=latin1',
  'application/json;;;',
  'application/json, text/csv',
  'APPLICATION/JSON',
  'application/merge-patch+json',
  'json',
  '/',
  '',
  'x'.repeat(5000),
];

/** Mutations of the headers. An HTTP client sends the bodies of these requests with their length. */
export const headerMutations: Readonly<Record<string, Mutation>> = {
  'another content type': setHeader('content-type', oneOf(...contentTypes)),
  'no content type': (draft) => {
    delete draft.headers['content-type'];
  },
  'a body where none belongs': (draft, dice) => {
    draft.headers['content-type'] = dice.pick(['application/json', 'text/plain', 'text/csv']);
    draft.bytes = Buffer.from(dice.pick(['{}', '[]', 'x', '{"a":', 'null', 'x'.repeat(2_000_000)]));
  },
  'a body said to be compressed': (draft, dice) => {
    draft.headers['content-encoding'] = dice.pick(['gzip', 'br', 'deflate', 'x']);
    if (draft.json !== undefined) draft.bytes = gzipSync(JSON.stringify(draft.json));
  },
  'an odd Idempotency-Key': setHeader(
    'idempotency-key',
    oneOf('', ' ', 'é', 'x'.repeat(255), 'x'.repeat(256), ['a', 'b']),
  ),
  'an odd X-Request-Id': setHeader(
    'x-request-id',
    oneOf('', 'mine-1', 'a b', 'x'.repeat(5000), '<b>', ['a', 'b']),
  ),
  'an odd X-Forwarded-For': setHeader(
    'x-forwarded-for',
    oneOf(
      '',
      'unknown',
      '127.0.0.1',
      '::1, 10.0.0.1',
      '[2001:db8::1]:80',
      '1.2.3',
      ','.repeat(500),
      'fe80::1%eth0',
    ),
  ),
  'an odd Accept': setHeader('accept', oneOf('', 'text/html', 'application/xml', '*/*;q=0', 'image/png, x')),
  'an odd operator': setHeader('x-ops-actor', oneOf('', 'é', 'x'.repeat(5000), '  ', ['a', 'b'])),
  'conditions and ranges': (draft) => {
    Object.assign(draft.headers, { range: 'bytes=0-', 'if-none-match': '*', 'if-modified-since': 'never' });
  },
  cookies: setHeader('cookie', oneOf('a=b', '=;;=', 'x'.repeat(7000))),
  'another way to say the method': setHeader('x-http-method-override', oneOf('DELETE', 'PATCH', 'x')),
};
