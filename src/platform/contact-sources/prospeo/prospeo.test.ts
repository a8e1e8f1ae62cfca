import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesIn, foundIn, numbersIn, paidAsked, sourceTest } from '#test/support/contact-sources.ts';
import { readProspeo } from './prospeo.ts';

const asked = paidAsked('prospeo', 'linkedin.com/in/jane-example', 10);
const jane = {
  linkedin_url: 'https://www.linkedin.com/in/jane-example',
  email: { status: 'VERIFIED', revealed: true, email: 'jane@x.example.org' },
};
const answer = (status: number, json: unknown) => ({ status, headers: {}, json });
const hit = (person: unknown, more = {}) =>
  answer(200, { error: false, free_enrichment: false, person, ...more });
const refusal = (status: number, error_code: unknown) => answer(status, { error: true, error_code });

test('a verified address and mobile are accepted as its claim', async () => {
  await using world = await sourceTest();
  const found = foundIn(await world.lookup('prospeo', 'linkedin.com/in/asha-example'));

  assert.deepEqual(addressesIn(found), ['asha@works.example.com']);
  assert.deepEqual(numbersIn(found), ['+1 202-555-0143']);
  assert.equal(found.phones[0]!.country, 'US');
  assert.equal(found.emails[0]!.sources[0].kind, 'provider_attested');
  assert.deepEqual(found.charge, { units: 10, paise: 3500, certain: false });
});

test('without phones it costs one credit and shows no mobile', async () => {
  await using world = await sourceTest();
  const found = foundIn(await world.lookup('prospeo', 'linkedin.com/in/asha-example', { wants: ['emails'] }));
  assert.deepEqual([found.phones.length, found.charge.units, world.standIn('prospeo').credits], [0, 1, 1]);
  assert.deepEqual(world.standIn('prospeo').calls[0]!.body, {
    only_verified_email: true,
    enrich_mobile: false,
    only_verified_mobile: false,
    data: { linkedin_url: 'https://www.linkedin.com/in/asha-example' },
  });
});

test('a person already paid for is free', async () => {
  await using world = await sourceTest();
  const ask = () => world.lookup('prospeo', 'linkedin.com/in/asha-example', { wants: ['emails'] });
  await ask();
  assert.deepEqual(foundIn(await ask()).charge, { units: 0, paise: 0, certain: true });
  assert.equal(world.standIn('prospeo').credits, 1);
});

test('unverified values are a miss', async () => {
  await using world = await sourceTest();
  assert.equal((await world.lookup('prospeo', 'linkedin.com/in/ravi-sample')).outcome, 'not_found');
});

const answers: [what: string, given: ReturnType<typeof answer>, outcome: string][] = [
  ['a hit', hit(jane), 'found'],
  ['NO_MATCH', refusal(400, 'NO_MATCH'), 'not_found'],
  ['INSUFFICIENT_CREDITS', refusal(400, 'INSUFFICIENT_CREDITS'), 'out_of_credits'],
  ['INVALID_API_KEY', refusal(401, 'INVALID_API_KEY'), 'misconfigured'],
  ['ACCOUNT_RESTRICTED', refusal(400, 'ACCOUNT_RESTRICTED'), 'misconfigured'],
  ['RATE_LIMITED', refusal(429, 'RATE_LIMITED'), 'rate_limited'],
  ['INVALID_DATAPOINTS', refusal(400, 'INVALID_DATAPOINTS'), 'error'],
  ['INTERNAL_ERROR', refusal(400, 'INTERNAL_ERROR'), 'error'],
  ['an unknown code', refusal(400, 'SOMETHING_NEW'), 'error'],
  ['a code that is a list', refusal(400, ['NO_MATCH']), 'error'],
  ['a hit that calls itself an error', hit(jane, { error: true }), 'error'],
  ['a hit that does not say whether it is one', hit(jane, { error: 'false' }), 'error'],
  ['no person', hit(null), 'error'],
  ['a list of persons', hit([jane]), 'error'],
  ['another person', hit({ ...jane, linkedin_url: 'https://www.linkedin.com/in/joan' }), 'not_found'],
  [
    'an address that is not revealed',
    hit({ ...jane, email: { ...jane.email, revealed: false } }),
    'not_found',
  ],
  [
    'an address that is revealed by a word',
    hit({ ...jane, email: { ...jane.email, revealed: 'true' } }),
    'not_found',
  ],
  [
    'an address that is not verified',
    hit({ ...jane, email: { ...jane.email, status: 'UNVERIFIED' } }),
    'not_found',
  ],
  ['a bare address', hit({ ...jane, email: 'jane@x.example.org' }), 'not_found'],
];

for (const [what, given, expected] of answers) {
  test(`${what} is ${expected}`, () => assert.equal(readProspeo(given, asked).outcome, expected));
}

test('only errors on the vendor’s side are worth a retry', () => {
  const retryable = ['INTERNAL_ERROR', 'INVALID_DATAPOINTS', 'SOMETHING_NEW'].map((code) => {
    const outcome = readProspeo(refusal(400, code), asked);
    return outcome.outcome === 'error' && outcome.retryable;
  });
  assert.deepEqual(retryable, [true, false, false]);
});
