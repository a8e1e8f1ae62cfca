import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockSignals, type Signal, vetCode } from './rules.ts';

const theirs = { hasProvider: true, owners: 1 };
const cases: [fired: Signal[], others: { hasProvider: boolean; owners: number }, code: string | null][] = [
  [[], { hasProvider: true, owners: 0 }, null],
  [['email_claimed'], theirs, 'account_exists'],
  [['provider_user_claimed', 'email_claimed'], theirs, 'account_exists'],
  [['email_claimed', 'device_claimed', 'whatsapp_claimed'], theirs, 'account_exists'],
  [['email_claimed', 'device_claimed'], { ...theirs, owners: 2 }, 'signup_refused'],
  [['email_claimed'], { ...theirs, hasProvider: false }, 'signup_refused'],
  [['whatsapp_claimed'], theirs, 'signup_refused'],
  [['device_claimed'], theirs, 'signup_refused'],
  [['email_claimed', 'locked_account'], theirs, 'signup_refused'],
  [['email_claimed', 'disposable_domain'], theirs, 'signup_refused'],
  [['disposable_domain'], { hasProvider: true, owners: 0 }, 'signup_refused'],
  [['locked_ip'], { hasProvider: false, owners: 0 }, 'signup_refused'],
  [['velocity', 'email_claimed'], theirs, 'try_again_later'],
  [['locked_email', 'velocity'], { hasProvider: true, owners: 0 }, 'try_again_later'],
  [['velocity', 'signups_closed'], theirs, 'signups_closed'],
  [['signups_closed', 'email_claimed'], theirs, 'account_exists'],
  [['signups_closed', 'velocity', 'email_claimed'], theirs, 'signups_closed'],
  [['signups_closed', 'email_claimed', 'locked_ip'], theirs, 'signups_closed'],
  [['signups_closed', 'email_claimed'], { ...theirs, hasProvider: false }, 'signups_closed'],
];
for (const [fired, others, code] of cases) {
  test(`${fired.join(' and ') || 'nothing'} (${JSON.stringify(others)}) is ${code ?? 'allowed'}`, () => {
    assert.equal(vetCode({ fired, ...others }), code);
  });
}

test('a locked mailbox is a locked email, and each lock is one signal', () => {
  const subjects = ['email a@example.com', 'mailbox a@example.com', 'account user-1'];
  assert.deepEqual(lockSignals({ subjects, address: true }), ['locked_email', 'locked_account', 'locked_ip']);
});
