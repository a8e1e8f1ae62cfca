import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDatabaseUrl } from './database-url.ts';
import { serversOf } from './servers.ts';

test('a URL of one host or several has their names and ports, and is left as it was for the first', () => {
  for (const [text, url, ...hosts] of [
    ['postgres://db.example.com/contactry', null, ['db.example.com', 5432]],
    ['postgresql://u:p%40@10.0.0.1:6432/x?sslmode=disable', null, ['10.0.0.1', 6432]],
    ['postgres://u@%2Frun%2Fpg/x', null, ['/run/pg', 5432]],
    [
      'postgres://u:p@a.example:5433,b.example,[::1]:7/x?target_session_attrs=read-write',
      'postgres://u:p@a.example:5433/x?target_session_attrs=read-write',
      ['a.example', 5433],
      ['b.example', 5432],
      ['::1', 7],
    ],
  ] as [string, string | null, ...[string, number][]][]) {
    const expected = hosts.map(([host, port]) => ({ host, port }));
    assert.deepEqual(readDatabaseUrl(text), { hosts: expected, url: url ?? text });
  }
});

test('what is no such URL is refused', () => {
  for (const text of ['mysql://a/b', 'a,b', 'postgres://a,,b/x', 'postgres://a:b:c/x', 'postgres://a:x,b/x'])
    assert.equal(readDatabaseUrl(text), null, text);
});

test('the same URL names servers of its own for writes and for reads', () => {
  const text = 'postgres://a.example,b.example/same';
  const read = readDatabaseUrl(text)!;
  const [primary, standby, again] = (['primary', 'standby', 'primary'] as const).map((wanted) =>
    serversOf(text, read, wanted, {}),
  );
  assert.notEqual(primary, standby);
  assert.equal(primary, again);
});
