import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventTypeNames } from '#domains/webhooks/events/event-types.ts';
import { assertEvent } from './support/events.ts';
import { blocksOf, curlRequest } from './support/guide.ts';
import { customer } from './support/kit.ts';
import { attemptsDue, serviceWithReceiver } from './support/webhooks.ts';

const { calls, origin, service } = await serviceWithReceiver();

test('the walk of the guide works as it is: make an endpoint, test it, rotate its secret, send a message again', async () => {
  const { key } = await customer(service, 0);
  const variables: Record<string, string> = { CONTACTRY_URL: 'http://127.0.0.1:8080', CONTACTRY_KEY: key };
  const run = async (heading: string, place = 0) => {
    const commands = blocksOf('events.md', heading).filter(({ text }) => text.startsWith('curl'));
    const { method, path, headers, body } = curlRequest(commands[place]!.text, variables);
    const response = await service.request(method, path, { headers, ...(body ? { body } : {}) });
    assert.equal(response.statusCode, 200, response.body);
    return response.json();
  };
  const { id, secret, events } = await run('Make an endpoint');
  assert.match(secret, /^whsec_/);
  assert.deepEqual(events, ['budget.reached', 'credits.low', 'person.opted_out']);
  variables.ENDPOINT = id;
  // The guide's server is on the public Internet; the test's is here.
  await service.database.pool.query('update webhook_endpoint set url = $1', [`${origin}/walk`]);
  await run('Receive and verify');
  await attemptsDue(service);
  const rotated = await run('Rotate the secret');
  assert.notEqual(rotated.secret, secret);
  const { items } = await run('Send a message again');
  variables.MESSAGE = items[0].id;
  await run('Send a message again', 1);
  await attemptsDue(service);
  assert.deepEqual(
    calls.map(({ path, headers }) => [path, headers['webhook-id']]),
    [
      ['/walk', items[0].id],
      ['/walk', items[0].id],
    ],
  );
  assert.deepEqual(
    calls.map(({ headers }) => headers['webhook-signature']!.split(' ').length),
    [1, 2],
    'both secrets sign after the rotation',
  );
});

test('the guide has an example of every type, each with the shape of its event', () => {
  const examples = blocksOf('events.md', 'Examples').map(({ text }) => assertEvent(text).type);
  const jobs = ['job.completed', 'job.failed', 'job.cancelled', 'job.paused'];
  const once = (type: string) => !jobs.includes(type) || type === 'job.completed';
  assert.deepEqual([...examples].sort(), eventTypeNames.filter(once).sort());
  const page = readFileSync(join(import.meta.dirname, '../docs/guide/events.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.flatMap((row) => row.split('|')[1]!.match(/[a-z_]+\.[a-z_]+/g) ?? []);
  assert.deepEqual(listed.sort(), [...eventTypeNames].sort());
});
