import { homedir } from 'node:os';
import { join } from 'node:path';
import type { WireAnswer } from './exchange.ts';

const root = join(import.meta.dirname, '../..');

const forms: readonly [string, RegExp][] = [
  ['a stack trace', /\n\s+at .{1,200}:\d+:\d+/],
  ['a stack trace', /\\n\s+at .{1,200}:\d+:\d+/],
  ['a path of the machine', /node_modules/],
  ['SQL', /syntax error at or near|violates (?:\w+[ -])*constraint|duplicate key value|relation "\w+" does/i],
  ['SQL', /\b(?:select|insert into|update|delete from)\b.{1,200}\b(?:from|values|set|where)\b.*\$\d/i],
  ['the name of a socket', /\.s\.PGSQL|ECONNREFUSED|ENOENT/],
];
const keyForm = /cty_(?:live|test)_[0-9A-Za-z]{38}/g;

/** Something of the inside of the service in an answer, which wasn't in the request. */
export function findLeak({ status, headers, body }: WireAnswer, sent: string, secrets: readonly string[]) {
  const text = `${Object.values(headers).join('\n')}\n${body}`;
  for (const secret of secrets) if (text.includes(secret) && !sent.includes(secret)) return 'a secret';
  for (const place of [root, homedir()]) {
    if (place.length > 1 && text.includes(`${place}/`) && !sent.includes(place))
      return 'a path of the machine';
  }
  const found = forms.find(([, form]) => {
    const hit = form.exec(text)?.[0];
    return hit !== undefined && !sent.includes(hit);
  });
  if (found) return found[0];
  const keys = status >= 400 ? (text.match(keyForm) ?? []) : [];
  return keys.some((key) => !sent.includes(key)) ? 'a key' : null;
}
