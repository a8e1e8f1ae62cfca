import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foundIn, openMemoryValidators, sourceTest } from '#test/support/contact-sources.ts';
import type { Validators } from './validators.ts';

test('an unchanged answer is requested with its validator and read from the store', async () => {
  await using world = await sourceTest();
  const gitHub = world.standIn('github');

  const first = foundIn(await world.lookup('github', 'github.com/asha-example'));
  const again = foundIn(await world.lookup('github', 'github.com/asha-example'));
  assert.deepEqual(
    gitHub.calls.map(({ headers }) => headers['if-none-match'] !== undefined),
    [false, false, true, true],
  );
  assert.deepEqual(
    again.emails.map(({ address }) => address),
    first.emails.map(({ address }) => address),
  );
  assert.equal(again.links.length, first.links.length);
});

test('a 304 uses up none of the rate limit', async () => {
  await using world = await sourceTest();
  const remaining: (string | undefined)[] = [];
  const ask = async () => {
    const answer = await fetch(`${world.standIn('github').origin}/users/nobody-example`, {
      headers: { authorization: `Bearer ${world.standIn('github').token}` },
    });
    remaining.push(answer.headers.get('x-ratelimit-remaining') ?? undefined);
  };
  await world.lookup('github', 'github.com/asha-example');
  await ask();
  await world.lookup('github', 'github.com/asha-example');
  await ask();
  assert.deepEqual(remaining, ['4997', '4996']);
});

test('a validator is never sent with another credential', async () => {
  const validators = openMemoryValidators();
  await using world = await sourceTest({ validators });
  await world.lookup('gitlab', 'gitlab.com/ravi.sample');
  await using other = await sourceTest({ validators, environment: { GITLAB_TOKEN: 'another' } });

  await other.lookup('gitlab', 'gitlab.com/ravi.sample');
  assert.equal(other.standIn('gitlab').calls[0]!.headers['if-none-match'], undefined);
});

test('if the store fails, the request is unconditional', async () => {
  const broken: Validators = {
    get: () => Promise.reject(new Error('the table is gone')),
    put: () => Promise.reject(new Error('the table is gone')),
  };
  await using world = await sourceTest({ validators: broken });

  assert.equal((await world.lookup('github', 'github.com/asha-example')).outcome, 'found');
});

test("an answer is stored under its URL and the credential's id, never the credential", async () => {
  const kept: string[] = [];
  const memory = openMemoryValidators();
  const watched: Validators = {
    get: memory.get,
    put(url, credentialId, validated) {
      kept.push(`${url} ${credentialId} ${JSON.stringify(validated)}`);
      return memory.put(url, credentialId, validated);
    },
  };
  await using world = await sourceTest({ validators: watched });
  await world.lookup('github', 'github.com/asha-example');

  assert.equal(kept.length, 2);
  assert.ok(kept.every((text) => !text.includes(world.standIn('github').token)));
});
