import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { hourMs } from '#core/clock.ts';
import { SettingsInForce } from '#domains/settings/index.ts';
import { manualClock } from '#test/support/clock.ts';
import { asOperator } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';

const clock = manualClock();
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());

let addresses = 0x1000;
/** In another network each time. */
const newAddress = () => `2001:db8:${(++addresses).toString(16)}::1`;
const google = (id: string) => ({ provider: 'google', provider_user_id: id });

async function vet(members: object, from: TestService = service) {
  const response = await from.internal('POST', '/internal/identity/vet', { ip: newAddress(), ...members });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}
const codeOf = async (members: object) => (await vet(members)).code;

const register = async (account_id: string, members: object) => {
  const response = await service.internal('POST', '/internal/identity/register', { account_id, ...members });
  assert.equal(response.statusCode, 200, response.body);
};
const newest = async () =>
  (await asOperator(service, 'GET', '/api/v1/admin/abuse/attempts?limit=1')).items[0];
const lock = (subject_type: string, subject: string) =>
  asOperator(service, 'POST', '/api/v1/admin/locks', { subject_type, subject });

const change = (values: Record<string, unknown>) => {
  const { ports } = service.app.kernel;
  const settings = ports.use(SettingsInForce);
  return ports.db
    .transaction()
    .execute((transaction) =>
      settings.change(transaction, { change: () => values, reason: 'a test', actor: 'ops' }),
    )
    .then(() => settings.reload());
};

test('an operator’s lists of domains hold for the domains below them, and the allowed ones come first', async () => {
  await change({
    email_domains_refused: ['refused.example'],
    email_domains_allowed: ['good.refused.example', 'mailinator.com'],
  });
  assert.equal(await codeOf({ email: 'a@refused.example' }), 'signup_refused');
  const { signals, evidence } = await newest();
  assert.deepEqual(
    [signals, evidence],
    [['refused_domain'], 'refused.example is on your list of refused domains.'],
  );
  assert.equal(await codeOf({ email: 'a@below.refused.example' }), 'signup_refused');
  assert.equal(await codeOf({ email: 'a@notrefused.example' }), null);
  assert.equal(await codeOf({ email: 'a@good.refused.example' }), null);
  assert.equal(await codeOf({ email: 'a@mailinator.com' }), null);
  await change({ alias_relays_allowed: false });
  assert.equal(await codeOf({ email: 'shop@asha.33mail.com' }), 'signup_refused');
  assert.equal((await newest()).evidence, 'asha.33mail.com gives one mailbox any number of addresses.');
  await change({ email_domains_refused: [], email_domains_allowed: [], alias_relays_allowed: true });
});

test('what is no domain is refused for the lists', async () => {
  const path = '/api/v1/admin/platform';
  const { version } = await asOperator(service, 'GET', path);
  for (const wrong of ['@refused.example', 'Refused.example', 'localhost', 'a b.example', '*.example.com']) {
    const changes = { email_domains_refused: [wrong] };
    const answer = await service.admin('PATCH', path, {
      changes,
      reason: 'a test',
      expected_version: version,
    });
    assert.deepEqual([wrong, answer.statusCode], [wrong, 422]);
    assert.match(answer.body, /not a domain/);
  }
});

test('a person whom an operator lets in may sign up for a week, whatever their domain; a lock still holds', async () => {
  const person = { email: 'let-in@mailinator.com', ...google('let-in') };
  assert.equal(await codeOf(person), 'signup_refused');
  const { id } = await newest();
  const admission = `/api/v1/admin/abuse/attempts/${id}/admission`;
  const { until } = await asOperator(service, 'POST', admission, { reason: 'Wrote to us' });
  assert.equal((await newest()).let_in_until, until);
  assert.equal(await codeOf({ email: 'Let-In@mailinator.com' }), null);
  assert.equal(await codeOf({ email: 'other@mailinator.com' }), 'signup_refused');
  await lock('email', 'let-in@mailinator.com');
  assert.equal(await codeOf(person), 'signup_refused');
  const again = await service.admin('POST', `/api/v1/admin/abuse/attempts/${(await newest()).id}/admission`, {
    reason: 'Once more',
  });
  assert.deepEqual([again.statusCode, again.json().code], [409, 'signup_not_admissible']);
  assert.match(again.json().detail, /An operator locked the email/);
  await asOperator(service, 'POST', '/api/v1/admin/locks/unlock', {
    ...{ subject_type: 'email', subject: 'let-in@mailinator.com' },
  });
  const now = clock.now();
  clock.advance(7 * 24 * hourMs);
  assert.equal(await codeOf(person), 'signup_refused');
  assert.ok(clock.now() > now);
});

test('refused sign-ups and heartbeats are counted by day', async () => {
  const today = async () => {
    const { items } = await asOperator(service, 'GET', '/api/v1/admin/abuse/days?days=1');
    return items[0] ?? { allowed: 0, refused: 0, heartbeats_locked: 0, signals: {} };
  };
  const before = await today();
  await codeOf({ email: 'counted@mailinator.com' });
  await codeOf({ email: 'counted@example.com' });
  await register('beats', { email: 'beats@example.com' });
  await lock('account', 'beats');
  await service.internal('POST', '/internal/identity/session', {
    ...{ account_id: 'beats', session_id: 'sess_1', ip: newAddress() },
  });
  const after = await today();
  assert.deepEqual(
    [
      after.allowed - before.allowed,
      after.refused - before.refused,
      after.heartbeats_locked - before.heartbeats_locked,
      after.signals.disposable_domain - (before.signals.disposable_domain ?? 0),
    ],
    [1, 1, 1, 1],
  );
});
