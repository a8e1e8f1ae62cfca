import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customer, find, importRows } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

test('profiles on the operator’s own code hosts are found, and those on other hosts are refused', async () => {
  await using service = await testService({
    environment: { FORGEJO_HOSTS: 'git.works.example', GITLAB_HOSTS: 'lab.works.example' },
  });
  const rows = 'https://git.works.example/asha,a@works.example\nlab.works.example/ravi.t,r@works.example\n';
  assert.equal((await importRows(service, `profile_url,email\n${rows}`)).accepted, 2);
  const caller = await customer(service);
  for (const [link, network] of [
    ['git.works.example/Asha/', 'forgejo'],
    ['https://lab.works.example/ravi.t', 'gitlab'],
  ] as const) {
    const answer = (await find(service, caller, link)).json();
    assert.deepEqual([answer.status, answer.profile?.network], ['completed', network]);
  }
  const refused = await find(service, caller, 'https://git.another.example/asha');
  assert.equal(refused.json().reason, 'unsupported_host');
});

test('a code host that the operator does not configure is refused', async () => {
  await using service = await testService();
  const refused = await find(service, await customer(service), 'https://git.works.example/asha');
  assert.equal(refused.json().reason, 'unsupported_host');
});
