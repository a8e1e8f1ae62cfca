import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { asOperator, importRows } from '#test/support/kit.ts';
import { type OptOutTest, openOptOutTest } from '#test/support/opt-outs.ts';
import type { TestService } from '#test/support/service.ts';

let service: TestService;
let optOuts: OptOutTest;
before(async () => {
  optOuts = await openOptOutTest();
  ({ service } = optOuts);
});
beforeEach(() => Object.assign(optOuts.host.account, { description: '', website: '' }));
after(() => optOuts[Symbol.asyncDispose]());

const profile = 'https://codeberg.org/leaver';

test('a nonce in the bio of the profile leaves it out, and no token is mailed', async () => {
  await importRows(service, `profile_url,email\n${profile},leaver@example.com\n`);
  const calls = optOuts.webhook.calls.length;
  const { id, way, nonce } = (await optOuts.start({ profile_url: 'codeberg.org/Leaver' })).json();
  assert.equal(way, 'profile');
  assert.match(nonce, /^contactry-[0-9a-f]{32}$/);

  assert.equal((await optOuts.confirm({ request_id: id, check: true })).statusCode, 403);
  assert.equal(await optOuts.statusOf(profile), 'completed');
  optOuts.host.account.description = `Gone soon. ${nonce}`;
  assert.equal((await optOuts.confirm({ request_id: id, check: true })).statusCode, 200);
  assert.equal(await optOuts.statusOf(profile), 'not_found');
  assert.equal(optOuts.webhook.calls.length, calls);
});

test('a nonce may be in the website field of the profile', async () => {
  const { id, nonce } = (await optOuts.start({ profile_url: profile })).json();
  optOuts.host.account.website = `https://leaver.example/${nonce}`;
  assert.equal((await optOuts.confirm({ request_id: id, check: true })).statusCode, 200);
});

test('strangers who ask and check a hundred times don’t block the owner', async () => {
  for (let at = 0; at < 60; at += 1) await optOuts.start({ profile_url: profile });
  const { id, nonce } = (await optOuts.start({ profile_url: profile })).json();
  for (let at = 0; at < 40; at += 1) {
    assert.equal((await optOuts.confirm({ request_id: id, check: true })).statusCode, 403);
  }
  optOuts.host.account.description = nonce;
  assert.equal((await optOuts.confirm({ request_id: id, check: true })).statusCode, 200);
});

test("another profile's nonce proves nothing", async () => {
  const { nonce } = (await optOuts.start({ profile_url: 'codeberg.org/somebody-else' })).json();
  const { id } = (await optOuts.start({ profile_url: profile })).json();
  optOuts.host.account.description = nonce;
  assert.equal((await optOuts.confirm({ request_id: id, check: true })).statusCode, 403);
});

for (const [when, offMs, status] of [
  ['1 ms before the next day (UTC) is over', -1, 200],
  ['after the next day (UTC)', 0, 403],
] as const) {
  test(`a nonce ${when} is ${status}`, async () => {
    const { id, nonce, expires_at } = (await optOuts.start({ profile_url: profile })).json();
    optOuts.host.account.description = nonce;
    optOuts.clock.advance(Date.parse(expires_at) - optOuts.clock.now().getTime() + offMs);
    assert.match(optOuts.clock.now().toISOString(), offMs < 0 ? /T23:59:59.999Z/ : /T00:00:00.000Z/);
    assert.equal((await optOuts.confirm({ request_id: id, check: true })).statusCode, status);
  });
}

test('only the nonce in the profile reveals that a person was suppressed before', async () => {
  const { id, nonce } = (await optOuts.start({ profile_url: profile })).json();
  optOuts.host.account.description = nonce;
  for (let at = 0; at < 2; at += 1) {
    assert.equal((await optOuts.confirm({ request_id: id, check: true })).statusCode, 200);
  }
  optOuts.host.account.description = '';
  assert.equal((await optOuts.confirm({ request_id: id, check: true })).statusCode, 403);
});

test('a site that does not answer is 503, and an operator is alerted once', async () => {
  const { id, nonce } = (await optOuts.start({ profile_url: profile })).json();
  optOuts.host.account.description = nonce;
  optOuts.host.standIn.control.trouble = 'server_error';
  for (let at = 0; at < 2; at += 1) {
    const down = await optOuts.confirm({ request_id: id, check: true });
    assert.deepEqual([down.statusCode, down.json().code], [503, 'profile_unreachable']);
  }
  optOuts.host.standIn.control.trouble = 'none';
  const waiting = (await optOuts.openRequests()).filter(({ target }) => target === profile);
  assert.deepEqual(
    waiting.map(({ way, waits_because }) => [way, waits_because]),
    [['operator', 'profile_unreachable']],
  );
});

test('a proof ends what waits for the operator', async () => {
  const { id, nonce } = (await optOuts.start({ profile_url: profile })).json();
  optOuts.host.account.description = nonce;
  assert.equal((await optOuts.confirm({ request_id: id, check: true })).statusCode, 200);
  assert.deepEqual(
    (await optOuts.openRequests()).filter(({ target }) => target === profile),
    [],
  );
});

test('an id that names no profile is 403, whatever is in it', async () => {
  const named = [
    '',
    '\0',
    'https://codeberg.org/\0',
    'https://localhost/leaver',
    'file:///etc/passwd',
    '\ud800',
  ];
  const ids = named.map((text) => `optp_${Buffer.from(text).toString('base64url')}`);
  for (const id of [...ids, 'optp_', 'optp_%%%', `optp_${'A'.repeat(2900)}`]) {
    assert.equal((await optOuts.confirm({ request_id: id, check: true })).statusCode, 403, id);
  }
});

test('beyond sixty checks in a minute the code host is left in peace and an operator told', async () => {
  optOuts.clock.advance(60_000);
  const { id } = (await optOuts.start({ profile_url: 'codeberg.org/nobody-here' })).json();
  const statuses = [];
  for (let at = 0; at < 61; at += 1) {
    statuses.push((await optOuts.confirm({ request_id: id, check: true })).statusCode);
  }
  assert.deepEqual([statuses.slice(0, 60).every((status) => status === 403), statuses.at(-1)], [true, 503]);
  optOuts.clock.advance(60_000);
});

test('LinkedIn is never looked at: its profiles wait for the operator, who approves or declines', async () => {
  await importRows(
    service,
    'profile_url,email\nlinkedin.com/in/asks-a,asks-a@example.com\nlinkedin.com/in/asks-b,asks-b@example.com\n',
  );
  const ids: string[] = [];
  for (const name of ['asks-a', 'asks-b']) {
    const { id, way, nonce, expires_at } = (
      await optOuts.start({ profile_url: `linkedin.com/in/${name}` })
    ).json();
    assert.deepEqual([way, nonce, expires_at], ['operator', null, null]);
    ids.push(id);
  }
  const waiting = (await optOuts.openRequests()).filter((item) => ids.includes(item.id));
  assert.deepEqual(waiting.map((item) => item.target).sort(), [
    'https://www.linkedin.com/in/asks-a',
    'https://www.linkedin.com/in/asks-b',
  ]);
  assert.equal((await optOuts.confirm({ request_id: ids[0], check: true, token: 'x' })).statusCode, 403);

  const decide = (id: string, decision: string) =>
    asOperator(service, 'POST', `/api/v1/admin/opt-outs/${id}/decision`, {
      decision,
      reason: 'seen a passport',
    });
  const approved = await decide(ids[0]!, 'approved');
  const declined = await decide(ids[1]!, 'declined');
  assert.deepEqual([approved.status, approved.target, approved.decided_by], ['confirmed', null, 'ops']);
  assert.deepEqual([declined.status, declined.target], ['declined', null]);
  assert.deepEqual(
    [await optOuts.statusOf('linkedin.com/in/asks-a'), await optOuts.statusOf('linkedin.com/in/asks-b')],
    ['not_found', 'completed'],
  );
});

test('one profile waits for the operator once, however often it is asked for', async () => {
  for (let at = 0; at < 3; at += 1) await optOuts.start({ profile_url: 'linkedin.com/in/asks-often' });
  const waiting = (await optOuts.openRequests()).filter(({ target }) => target?.endsWith('asks-often'));
  assert.equal(waiting.length, 1);
});
