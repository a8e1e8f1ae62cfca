import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addressesIn,
  foundIn,
  linksIn,
  profileOf,
  requestFor,
  sourceTest,
} from '#test/support/contact-sources.ts';
import { readGitHub } from './github.ts';

const at = new Date('2026-11-01T00:00:00Z');
const asked = { source: 'github', request: requestFor(profileOf('github.com/jane-example')), at } as const;
const user = { login: 'Jane-Example', id: 42, type: 'User', email: 'jane@mail.example.org' };

test('a profile gives its address, its links and its account number, each with its page', async () => {
  await using world = await sourceTest();
  const found = foundIn(await world.lookup('github', 'https://github.com/Asha-Example'));

  assert.deepEqual(found.identity, {
    match: 'exact_id',
    id: '700001',
    url: 'https://github.com/asha-example',
  });
  assert.deepEqual(
    found.emails.map(({ address, confidence, sources }) => [
      address,
      confidence,
      sources[0].kind,
      sources[0].url,
    ]),
    [['asha@works.example.com', 95, 'subject_published', 'https://github.com/asha-example']],
  );
  assert.deepEqual(linksIn(found), [
    'asha.example.com',
    'https://x.com/asha_example',
    'https://www.linkedin.com/in/asha-example',
    'https://social.example.com/@asha',
    'https://www.npmjs.com/~asha-example',
  ]);
  assert.equal(found.person.full_name, 'Asha Example');
  assert.equal(found.complete, true);
});

test('signing keys are requested only if addresses are wanted and none is known', async () => {
  await using world = await sourceTest();
  const paths = () => world.standIn('github').calls.map(({ path }) => path);

  await world.lookup('github', 'github.com/asha-example');
  assert.equal(
    paths().some((path) => path.endsWith('/gpg_keys')),
    false,
  );
  await world.lookup('github', 'github.com/ravi-sample', { wants: ['links'] });
  assert.equal(
    paths().some((path) => path.endsWith('/gpg_keys')),
    false,
  );

  const found = await world.lookup('github', 'github.com/ravi-sample');
  assert.equal(
    paths().some((path) => path.endsWith('/gpg_keys')),
    true,
  );
  assert.deepEqual(addressesIn(found), ['ravi@sample.example.net']);
  assert.equal(foundIn(found).emails[0]!.confidence, 90);
});

test('organizations and bots are not people, and nothing more is requested about them', async () => {
  await using world = await sourceTest();

  assert.deepEqual(await world.lookup('github', 'github.com/example-works'), {
    outcome: 'not_applicable',
    reason: 'not_a_person',
  });
  assert.deepEqual(await world.lookup('github', 'github.com/deploy-example'), {
    outcome: 'not_applicable',
    reason: 'not_a_person',
  });
  assert.equal(world.standIn('github').calls.length, 2);
});

test('an unknown account is a certain miss', async () => {
  await using world = await sourceTest();
  const outcome = await world.lookup('github', 'github.com/nobody-example');
  assert.equal(outcome.outcome === 'not_found' && outcome.authoritative, true);
});

test('if a further call fails, the find is kept and marked as incomplete', async () => {
  await using world = await sourceTest();
  Object.assign(world.standIn('github').control, {
    trouble: 'server_error',
    onPath: '/users/asha-example/social',
  });

  const found = foundIn(await world.lookup('github', 'github.com/asha-example'));
  assert.deepEqual(addressesIn(found), ['asha@works.example.com']);
  assert.equal(found.complete, false);
});

test('a reached rate limit is reported with its end, and nothing is requested before', async () => {
  await using world = await sourceTest();
  const gitHub = world.standIn('github');
  Object.assign(gitHub.control, { trouble: 'rate_limited', retryAfterSeconds: 600 });
  const before = Date.now();

  const outcome = await world.lookup('github', 'github.com/asha-example');
  assert.equal(outcome.outcome, 'rate_limited');
  assert.ok(outcome.outcome === 'rate_limited' && outcome.retryAt.getTime() >= before + 600_000);
  gitHub.control.trouble = 'none';
  assert.equal((await world.lookup('github', 'github.com/ravi-sample')).outcome, 'rate_limited');
  assert.equal(gitHub.calls.length, 1);
});

test('a wrong token is reported as a configuration error', async () => {
  await using world = await sourceTest({ environment: { GITHUB_TOKEN: 'another' } });
  assert.equal((await world.lookup('github', 'github.com/asha-example')).outcome, 'misconfigured');
});

test('no-reply addresses and those of unverified, expired or revoked keys are ignored', () => {
  const keys = [
    { emails: [{ email: 'unproven@mail.example.org', verified: false }] },
    { emails: [{ email: 'truthy@mail.example.org', verified: 'true' }] },
    { emails: [{ email: 'old@mail.example.org', verified: true }], expires_at: '2026-10-31T23:59:59Z' },
    { emails: [{ email: 'lost@mail.example.org', verified: true }], revoked: true },
    { emails: [{ email: '42+jane-example@users.noreply.github.com', verified: true }] },
    { emails: [{ email: 'good@mail.example.org', verified: true }], expires_at: '2026-11-02T00:00:00Z' },
  ];
  const outcome = readGitHub(
    { user: { ...user, email: 'jane-example@users.noreply.github.com' }, keys },
    asked,
  );
  assert.deepEqual(addressesIn(outcome), ['good@mail.example.org']);
});

const readings: [what: string, user: unknown, outcome: string][] = [
  ['a list in place of an account', [user], 'error'],
  ['nothing', null, 'error'],
  ['an account without a number', { ...user, id: null }, 'error'],
  ['a number that is none', { ...user, id: '' }, 'error'],
  ['an account without a kind', { ...user, type: true }, 'error'],
  ['an account that another login answers for', { ...user, login: 'somebody-else' }, 'not_found'],
  ['an address that is a list', { ...user, email: ['jane@mail.example.org'] }, 'found'],
  ['an address that is true', { ...user, email: true }, 'found'],
];

for (const [what, body, expected] of readings) {
  test(`${what} is read as ${expected}, without an address`, () => {
    const outcome = readGitHub({ user: body, social: true, keys: { emails: 'x' } }, asked);
    assert.equal(outcome.outcome, expected);
    if (outcome.outcome === 'found') assert.deepEqual(outcome.emails, []);
  });
}

test('a malformed answer says what was expected where, and nothing of the answer', () => {
  const outcome = readGitHub({ user: { ...user, login: ['secret'] } }, asked);
  assert.ok(outcome.outcome === 'error');
  assert.deepEqual([outcome.code, outcome.expected], ['malformed', 'text at login']);
});
