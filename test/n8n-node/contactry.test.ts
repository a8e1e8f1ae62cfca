/** The node of n8n, with a service that runs. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { customer, importRows } from '../support/kit.ts';
import { servedPages } from '../support/served-pages.ts';
import { scripted } from '../typescript-client/scripted.ts';
import { nodeNamed, running } from './n8n.ts';

const Contactry = await nodeNamed('Contactry');
const pages = await servedPages();
after(() => pages[Symbol.asyncDispose]());
const people = ['asha', 'ravi'].map((name) => `https://github.com/${name}-example`);
await importRows(
  pages.service,
  `profile_url,full_name,email\n${people.map((url, at) => `${url},Example,person${at}@works.example`).join('\n')}\n`,
);

const lookUp = (profileUrl: string, others = {}) => ({
  resource: 'person',
  operation: 'lookUp',
  profileUrl,
  ...others,
});
const run = async (given: Omit<Parameters<typeof running>[0], 'baseUrl'>, baseUrl = `${pages.url}/`) =>
  (await new Contactry().execute.call(running({ baseUrl, ...given })))[0]!;

test('each item is looked up, and is paired with its answer', async () => {
  const { key } = await customer(pages.service, 5);
  const parameters = people.map((url, at) => lookUp(url, { reference: `row ${at}` }));
  const found = await run({ key, parameters });
  assert.deepEqual(
    found.map(({ json, pairedItem }) => {
      const { emails, input } = json as unknown as {
        emails: { address: string }[];
        input: { client_reference: string };
      };
      return [emails[0]!.address, input.client_reference, pairedItem];
    }),
    [
      ['person0@works.example', 'row 0', { item: 0 }],
      ['person1@works.example', 'row 1', { item: 1 }],
    ],
  );
});

test('a retry of the same execution carries the same Idempotency-Key, and another execution another one', async (t) => {
  const busy = {
    status: 503,
    headers: { 'retry-after': '0' },
    body: { code: 'overloaded', detail: 'Busy.' },
  };
  const good = { body: { id: 'lkp_1', status: 'completed' } };
  const { baseUrl, asked } = await scripted(t, [busy, good, good, good]);
  const given = { key: 'cty_test_1', parameters: [lookUp('github.com/a')] };
  await run(given, baseUrl);
  await run(given, baseUrl);
  await run({ ...given, executionId: '2' }, baseUrl);
  const keys = asked.map(({ headers }) => headers['idempotency-key']);
  assert.ok(keys[0]);
  assert.deepEqual([keys[1], keys[2]], [keys[0], keys[0]]);
  assert.notEqual(keys[3], keys[0]);
});

test('a pending lookup is waited for', async (t) => {
  const pending = { body: { id: 'lkp_1', status: 'pending' } };
  const { baseUrl, asked } = await scripted(t, [
    pending,
    pending,
    { body: { id: 'lkp_1', status: 'not_found' } },
  ]);
  const [answer] = await run({ key: 'cty_test_1', parameters: [lookUp('github.com/a')] }, baseUrl);
  assert.deepEqual(answer!.json, { id: 'lkp_1', status: 'not_found' });
  assert.match(asked[2]!.url!, /^\/api\/v1\/find\/lkp_1/);
});

test('a job of all items is started, waited for, and read page by page', async () => {
  const { key } = await customer(pages.service, 5);
  const start = { resource: 'job', operation: 'start', jobName: 'June' };
  const [started] = await run({ key, parameters: people.map((profileUrl) => ({ ...start, profileUrl })) });
  assert.deepEqual(started!.pairedItem, [{ item: 0 }, { item: 1 }]);
  const { id: jobId, name } = started!.json as unknown as { id: string; name: string };
  assert.equal(name, 'June');

  const [ended] = await run({
    key,
    parameters: [{ resource: 'job', operation: 'wait', jobId, minutesMax: 1e6 }],
  });
  assert.equal((ended!.json as { status?: string }).status, 'completed');

  const results = { resource: 'job', operation: 'getResults', jobId };
  const all = await run({ key, parameters: [{ ...results, returnAll: true }] });
  assert.equal(all.length, 2);
  assert.equal((await run({ key, parameters: [{ ...results, limit: 1 }] })).length, 1);
});

test('the usage and the key are shown', async () => {
  const { key, keyId } = await customer(pages.service, 5);
  await run({ key, parameters: [lookUp(people[0]!)] });
  const [usage] = await run({ key, parameters: [{ resource: 'account', operation: 'getUsage' }] });
  assert.match(JSON.stringify(usage!.json), /"spent":1|"credits":1/);
  const [shown] = await run({ key, parameters: [{ resource: 'account', operation: 'getKey' }] });
  assert.equal((shown!.json as { id?: string }).id, keyId);
});

test('a refusal is an error with what to do and its code, or an item if the workflow continues', async () => {
  const { key } = await customer(pages.service, 5);
  const parameters = [lookUp('nonsense'), lookUp(people[0]!)];
  await assert.rejects(run({ key, parameters }), {
    httpCode: '400',
    description: 'Code: invalid_profile_url',
    message: /full link/,
  });
  const found = await run({ key, parameters, continues: true });
  assert.match((found[0]!.json as { error?: string }).error!, /full link/);
  assert.equal((found[1]!.json as { status?: string }).status, 'completed');
});

test('every operation that can be chosen is there', async () => {
  const { properties } = new Contactry().description;
  const chosen = properties
    .filter(({ name }) => name === 'operation')
    .flatMap(({ displayOptions, options }) => {
      const { resource } = displayOptions!.show as { resource: [string] };
      return (options as { value: string }[]).map(({ value }) => ({
        resource: resource[0],
        operation: value,
      }));
    });
  assert.equal(chosen.length, 7);
  const { key } = await customer(pages.service, 5);
  for (const one of chosen) {
    const given = { ...one, profileUrl: people[0], jobId: 'job_nothing', minutesMax: 1, limit: 1 };
    const [item] = await run({ key, parameters: [given], continues: true });
    assert.doesNotMatch(JSON.stringify(item!.json), /no operation/, `${one.resource}.${one.operation}`);
  }
});
