import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { normaliseEmail } from './email-address.ts';
import { type DropReason, judgeSourceEmail } from './source-email.ts';

const dropped: Record<DropReason, string[]> = {
  noreply: [
    '1234567+jane@users.noreply.github.com',
    'jane@users.noreply.github.com',
    '41+build[bot]@users.noreply.github.com',
    '77-jane@users.noreply.gitlab.com',
    'jane@noreply.git.example.com',
    'noreply@github.com',
    'no-reply@acme.example.com',
    'do_not_reply@acme.example.com',
    'DoNotReply+7@acme.example.com',
    'npm-oidc-no-reply@github.com',
    'orders.noreply@acme.example.com',
  ],
  bot: [
    'build[bot]@acme.example.com',
    '5+build[bot]@acme.example.com',
    'actions@github.com',
    'Support@GitHub.com',
    'bot@renovateapp.com',
    'semantic-release-bot@acme.example.com',
    '0123456789abcdef0123456789abcdef@errors.acme.example.com',
  ],
  clone_address: ['git@github.com', 'git@gitlab.com'],
  local_host: [
    'root@localhost',
    'jane@laptop.local',
    'jane@laptop.(none)',
    'jane@laptop.lan',
    'jane@router.home.arpa',
    'jane@db.internal',
  ],
  reserved_name: [
    'jane@example.com',
    'jane@example.net',
    'JANE@EXAMPLE.ORG',
    'jane@mail.example',
    'jane@invalid',
    'jane@acme.test',
  ],
  placeholder: [
    'jane@yourdomain.com',
    'your.name@acme.example.com',
    'you@email.com',
    'username@gmail.com',
    'email_not_unlocked@acme.example.com',
    'example@gmail.com',
  ],
  unknown_suffix: ['logo@2x.png', 'jane@acme.notadomain'],
  malformed: [
    'jane',
    '',
    'jane doe@acme.example.com',
    '"jane"@acme.example.com',
    'jane [at] acme.example.com',
  ],
};
for (const [reason, addresses] of Object.entries(dropped)) {
  for (const address of addresses) {
    test(`${JSON.stringify(address)} is dropped as ${reason}`, () =>
      assert.deepEqual(judgeSourceEmail(address), { keep: false, reason }));
  }
}

const kept = [
  'Jane.Doe@Acme.dev',
  'jane+github@example.com',
  'jane@mail.example.net',
  'jane@grün.example.net',
  'hello@jane-doe.example.net',
  'bot@jane-doe.example.net',
  'git@jane-doe.example.net',
  'jane.reply@acme.example.com',
  'nora.replyman@acme.example.com',
  'jan-bot@acme.example.com',
];
for (const address of kept) {
  test(`${address} is kept`, () => assert.deepEqual(judgeSourceEmail(address), { keep: true }));
}

test('reserved names pass in an operator’s file but not in a public source', () => {
  assert.equal(normaliseEmail('jane@example.com').ok, true);
  assert.equal(judgeSourceEmail('jane@example.com').keep, false);
});

test('only a well-formed address passes, and spelling changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress()), (address) => {
      const judgement = judgeSourceEmail(address);
      const normalised = normaliseEmail(address);
      if (judgement.keep) assert.equal(normalised.ok, true);
      if (normalised.ok) assert.deepEqual(judgeSourceEmail(normalised.value), judgement);
    }),
    { numRuns: 1000 },
  );
});
