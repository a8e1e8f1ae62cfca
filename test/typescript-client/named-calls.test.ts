import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { doorName } from '#core/door.ts';
import { Client } from '../../clients/typescript/src/index.ts';
import { namedCalls } from '../../scripts/clients/named-calls.ts';

/** The protocol of agents has clients of its own. */
const ofAgents = 'POST /mcp';

const namesOf = (calls: object) =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(calls)).filter((name) => name !== 'constructor');

test('every operation that a key may call has one method with the same name in every client, and some have one that waits or takes a file', async () => {
  const routes: string[] = [];
  const client = new Client({
    baseUrl: 'http://service.example',
    key: 'cty_live_x',
    async fetch(input, init) {
      const { pathname } = new URL(String(input));
      routes.push(`${init?.method} ${pathname.replace('/x/', '/{id}/').replace(/\/x$/, '/{id}')}`);
      return Response.json({ items: [], status: 'completed' });
    },
  });
  const called = new Map<string, number>();
  const names: string[] = [];
  for (const [group, calls] of Object.entries({ '': client, ...client }))
    for (const name of namesOf(calls)) {
      const run = (calls as unknown as Record<string, (...given: unknown[]) => unknown>)[name]!;
      const answer = run.call(calls, group === '' ? {} : 'x', {});
      if (answer instanceof Promise) await answer;
      else for await (const _ of answer as AsyncIterable<unknown>);
      const route = routes.pop()!;
      assert.deepEqual(routes, [], `${group}.${name} calls once`);
      names.push(`${group}.${name}: ${route}`);
      if (!/^wait$|FromFile$/.test(name)) called.set(route, (called.get(route) ?? 0) + 1);
    }
  const inEveryClient = namedCalls.map(
    (call) => `${call.group}.${call.name}: ${call.route.replace(/\{\w+\}/, '{id}')}`,
  );
  assert.deepEqual(names.sort(), inEveryClient.sort());
  const offered = manifest.operations
    .flatMap(({ doors }) => doors)
    .filter(({ access }) => access === 'key')
    .map((door) => doorName(door).replace(/\{\w+\}/, '{id}'))
    .filter((name) => name !== ofAgents);
  assert.deepEqual([...called.keys()].sort(), offered.sort());
  assert.deepEqual([...new Set(called.values())], [1]);
});
