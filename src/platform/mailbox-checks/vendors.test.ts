import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openVerifierStandIns, type VerifierStandIns } from '#dev/stand-ins/verifiers/verifiers.ts';
import { type Outgoing, openOutgoing } from '#platform/outgoing/index.ts';
import { openVendorChecks, type VendorId } from './all-vendors.ts';

let standIns: VerifierStandIns;
let outgoing: Outgoing;
before(async () => {
  standIns = await openVerifierStandIns();
  outgoing = openOutgoing({
    crawler: { product: 'Contactry', version: '1', contactUrl: 'https://contacts.example/' },
  });
});
after(async () => {
  await outgoing.close();
  await standIns[Symbol.asyncDispose]();
});

const answers: [vendor: VendorId, kind: string, said: string][] = [
  ['zerobounce', 'valid', 'valid accepted'],
  ['zerobounce', 'acceptall', 'catch_all catch_all'],
  ['zerobounce', 'invalid', 'invalid no_mailbox'],
  ['zerobounce', 'nodns', 'invalid no_domain'],
  ['zerobounce', 'typo', 'unknown unclear'],
  ['zerobounce', 'full', 'risky mailbox_full'],
  ['zerobounce', 'catchall', 'catch_all catch_all'],
  ['zerobounce', 'role', 'risky role_address'],
  ['zerobounce', 'disposable', 'risky disposable'],
  ['zerobounce', 'trap', 'risky unclear'],
  ['zerobounce', 'else', 'unknown unclear'],
  ['zerobounce', 'broken', 'unknown vendor_failed'],
  ['reacher', 'valid', 'valid accepted'],
  ['reacher', 'invalid', 'invalid no_mailbox'],
  ['reacher', 'nodns', 'invalid no_mail_server'],
  ['reacher', 'full', 'risky mailbox_full'],
  ['reacher', 'catchall', 'catch_all catch_all'],
  ['reacher', 'role', 'risky role_address'],
  ['reacher', 'disposable', 'risky disposable'],
  ['reacher', 'else', 'unknown unclear'],
  ['reacher', 'broken', 'unknown vendor_failed'],
];
for (const [vendor, kind, said] of answers) {
  test(`${vendor} about an email that is ${kind}: ${said}`, async () => {
    const checks = openVendorChecks(outgoing, standIns.environment as never);
    const { verdict, reason } = await checks
      .get(vendor)!
      .check(`${kind}@works.example`, new AbortController().signal);
    assert.equal(`${verdict} ${reason}`, said);
  });
}

test('a vendor without its key is not there, and one with a wrong key says nothing', async () => {
  const none = { ...standIns.environment, ZEROBOUNCE_API_KEY: '', REACHER_API_KEY: 'wrong' } as never;
  const checks = openVendorChecks(outgoing, none);
  assert.deepEqual([...checks.keys()], ['reacher']);
  const found = await checks.get('reacher')!.check('valid@works.example', new AbortController().signal);
  assert.equal(found.reason, 'vendor_failed');
});
