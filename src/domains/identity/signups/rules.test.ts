import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockSignals, type Signal, vetCode } from './rules.ts';

const cases: [fired: Signal[], hasProvider: boolean, code: string | null][] = [
  [[], true, null],
  [['email_claimed'], true, 'account_exists'],
  [['provider_user_claimed', 'email_claimed'], true, 'account_exists'],
  [['email_claimed'], false, 'signup_refused'],
  [['whatsapp_claimed'], true, 'signup_refused'],
  [['device_claimed'], true, 'signup_refused'],
  [['email_claimed', 'device_claimed'], true, 'signup_refused'],
  [['email_claimed', 'locked_account'], true, 'signup_refused'],
  [['disposable_domain'], true, 'signup_refused'],
  [['locked_ip'], false, 'signup_refused'],
  [['velocity', 'email_claimed'], true, 'try_again_later'],
  [['locked_email', 'velocity'], true, 'try_again_later'],
  [['velocity', 'signups_closed'], true, 'signups_closed'],
];
for (const [fired, hasProvider, code] of cases) {
  test(`${fired.join(' and ') || 'nothing'}, ${hasProvider ? 'with' : 'without'} a provider, is ${code ?? 'allowed'}`, () => {
    assert.equal(vetCode(fired, hasProvider), code);
  });
}

test('a locked mailbox is a locked e-mail, and each lock is one signal', () => {
  const subjects = ['email a@example.com', 'mailbox a@example.com', 'account user-1'];
  assert.deepEqual(lockSignals({ subjects, address: true }), ['locked_email', 'locked_account', 'locked_ip']);
});
