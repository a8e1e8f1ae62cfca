import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesIn, foundIn, numbersIn, paidAsked, sourceTest } from '#test/support/contact-sources.ts';
import { readFullContact } from './fullcontact.ts';

const asked = paidAsked('fullcontact', 'linkedin.com/in/jane-example', 1);
const url = 'https://www.linkedin.com/in/jane-example';
const emails = [{ label: 'work', value: 'jane@x.example.org' }];
const answer = (status: number, json: unknown) => ({ status, headers: {}, json });

test('addresses are typed by their labels and dated by their record', async () => {
  await using world = await sourceTest();
  const found = foundIn(await world.lookup('fullcontact', 'linkedin.com/in/asha-example'));

  assert.deepEqual(
    found.emails.map(({ address, type, sources }) => [address, type, sources[0].seen_at]),
    [
      ['asha@works.example.com', 'work', '2026-06-01T00:00:00.000Z'],
      ['asha@home.example.net', 'personal', '2026-06-01T00:00:00.000Z'],
    ],
  );
  assert.deepEqual(numbersIn(found), ['+12025550143']);
});

test('FullContact is asked for observed values, not for inferred ones', async () => {
  await using world = await sourceTest();
  await world.lookup('fullcontact', 'github.com/asha-example');
  assert.deepEqual(world.standIn('fullcontact').calls[0]!.body, {
    profiles: [{ service: 'github', url: 'https://github.com/asha-example' }],
    confidence: 'HIGH',
    infer: false,
  });
});

test('an answer in progress is pending, and the same request fetches it for one charge', async () => {
  await using world = await sourceTest();
  const first = await world.lookup('fullcontact', 'linkedin.com/in/ravi-sample');
  assert.ok(first.outcome === 'pending');
  assert.deepEqual(first.charge, { units: 0, paise: 0, certain: true });

  const second = await world.resume('fullcontact', 'linkedin.com/in/ravi-sample', first.ticket);
  assert.deepEqual(addressesIn(second), ['ravi@sample.example.net']);
  assert.equal(foundIn(second).emails[0]!.type, 'unknown');
  assert.equal(world.standIn('fullcontact').credits, 1);
});

const answers: [what: string, given: ReturnType<typeof answer>, outcome: string][] = [
  ['a record that names the profile', answer(200, { linkedin: url, details: { emails } }), 'found'],
  [
    'a record with the profile only in its details',
    answer(200, { details: { emails, profiles: { linkedin: { url } } } }),
    'found',
  ],
  ['a record of another profile', answer(200, { linkedin: `${url}-2`, details: { emails } }), 'not_found'],
  ['a record without contacts', answer(200, { linkedin: url, details: {} }), 'not_found'],
  ['details that are a list', answer(200, { linkedin: url, details: [emails] }), 'not_found'],
  ['addresses that are true', answer(200, { linkedin: url, details: { emails: true } }), 'not_found'],
  ['a list', answer(200, [{ linkedin: url }]), 'error'],
  ['nothing', answer(200, null), 'error'],
  ['202', answer(202, null), 'pending'],
  ['404', answer(404, { status: 404, message: 'Profile not found' }), 'not_found'],
  ['403 for a bad key', answer(403, { message: 'API Key is missing or invalid' }), 'misconfigured'],
  ['403 for a used-up quota', answer(403, { message: 'API Key has exceeded its quota' }), 'out_of_credits'],
  ['403 for haste', answer(403, { message: 'Rate limit exceeded' }), 'rate_limited'],
  ['422', answer(422, { message: 'Invalid query' }), 'error'],
];

for (const [what, given, expected] of answers) {
  test(`${what} is ${expected}`, () => assert.equal(readFullContact(given, asked).outcome, expected));
}
