import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceTest } from '#test/support/contact-sources.ts';
import { openStandIns } from './all-stand-ins.ts';
import { openStandIn } from './stand-in.ts';
import { gitHubStandIn } from './vendors/github.ts';

const named: [name: string, outcome: string][] = [
  ['busy-example', 'rate_limited'],
  ['penniless-example', 'out_of_credits'],
  ['broken-example', 'error'],
  ['garbled-example', 'error'],
  ['odd-example', 'error'],
  ['nobody-example', 'not_found'],
];

for (const [name, outcome] of named) {
  test(`looking up ${name} shows ${outcome}, without touching a control`, async () => {
    await using world = await sourceTest();
    assert.equal((await world.lookup('contactout', `linkedin.com/in/${name}`)).outcome, outcome);
  });
}

test('held calls are answered on release', async () => {
  await using world = await sourceTest();
  const gitLab = world.standIn('gitlab');
  gitLab.control.trouble = 'silent';
  const asked = world.lookup('gitlab', 'gitlab.com/ravi.sample');
  await gitLab.received(1);
  gitLab.control.trouble = 'none';
  gitLab.release();
  assert.equal((await asked).outcome, 'found');
});

test('a GitHub account shows its address only to signed-in callers', async () => {
  await using gitHub = await openStandIn(gitHubStandIn());
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(`${gitHub.origin}/users/asha-example`, { headers });
    return { status: answer.status, user: (await answer.json()) as { email?: unknown } };
  };
  assert.equal((await ask({})).user.email, null);
  assert.equal((await ask({ authorization: `Bearer ${gitHub.token}` })).user.email, 'asha@works.example.com');
  assert.equal((await ask({ authorization: 'Bearer another' })).status, 401);
});

test('long lists have pages, with a link to the next', async () => {
  await using gitHub = await openStandIn(gitHubStandIn());
  const list = (page: number) =>
    fetch(`${gitHub.origin}/users/asha-example/social_accounts?per_page=2&page=${page}`);
  const [first, second] = [await list(1), await list(2)];
  assert.match(first.headers.get('link') ?? '', /rel="next"/);
  assert.equal(second.headers.get('link'), null);
  assert.deepEqual([((await first.json()) as []).length, ((await second.json()) as []).length], [2, 1]);
});

test('a port in use is reported at once', async () => {
  await using first = await openStandIn(gitHubStandIn());
  await assert.rejects(openStandIn(gitHubStandIn(), Number(new URL(first.origin).port)), {
    code: 'EADDRINUSE',
  });
});

test('the printed environment leads every source to its stand-in', async () => {
  await using standIns = await openStandIns();
  const urls = Object.entries(standIns.environment).filter(([name]) => name.endsWith('_BASE_URL'));
  assert.equal(urls.length, 12);
  assert.equal(new Set(urls.map(([, url]) => url)).size, 12);
});
