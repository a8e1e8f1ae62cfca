import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesIn, foundIn, numbersIn, paidAsked, sourceTest } from '#test/support/contact-sources.ts';
import { readPersonEnrichment } from './peopledatalabs.ts';

const asked = paidAsked('people_data_labs', 'linkedin.com/in/jane-example', 1);
const jane = {
  full_name: 'jane',
  linkedin_url: 'linkedin.com/in/jane-example',
  emails: [{ address: 'jane@mail.example.org', type: 'personal' }],
};
const answer = (data: unknown, likelihood: unknown = 8, headers = {}) => ({
  status: 200,
  headers,
  json: { status: 200, likelihood, data },
});

test('a match gives certain values, omits possible ones, and costs one credit', async () => {
  await using world = await sourceTest();
  const found = foundIn(await world.lookup('people_data_labs', 'linkedin.com/in/asha-example'));

  assert.deepEqual(
    found.emails.map(({ address, type, first_seen, sources }) => [
      address,
      type,
      first_seen,
      sources[0].kind,
      sources[0].seen_at,
    ]),
    [
      [
        'asha@works.example.com',
        'work',
        '2021-01-01T00:00:00.000Z',
        'provider_attested',
        '2026-06-01T00:00:00.000Z',
      ],
      ['asha@home.example.net', 'personal', null, 'provider_attested', found.emails[1]!.sources[0].seen_at],
    ],
  );
  assert.deepEqual(numbersIn(found), ['+12025550143']);
  assert.deepEqual(found.charge, { units: 1, paise: 2400, certain: true });
  assert.deepEqual(found.identity, { match: 'same_url', url: 'https://www.linkedin.com/in/asha-example' });
});

test('only wanted fields are required, so that a match without them is free', async () => {
  await using world = await sourceTest();
  const required = async (wants: ('emails' | 'phones')[]) => {
    await world.lookup('people_data_labs', 'github.com/asha-example', { wants });
    return world.standIn('people_data_labs').calls.at(-1)!.query.get('required');
  };
  assert.equal(await required(['emails']), 'emails');
  assert.equal(await required(['phones']), 'phone_numbers');
  assert.equal(await required(['emails', 'phones']), 'emails OR phone_numbers');
});

test('a miss is certain and free', async () => {
  await using world = await sourceTest();
  assert.deepEqual(await world.lookup('people_data_labs', 'linkedin.com/in/nobody-example'), {
    outcome: 'not_found',
    authoritative: true,
    charge: { units: 0, paise: 0, certain: true },
  });
});

test('a plan that returns true instead of contacts is reported as a configuration error', async () => {
  await using world = await sourceTest();
  const outcome = await world.lookup('people_data_labs', 'linkedin.com/in/veiled-example');
  assert.equal(outcome.outcome, 'misconfigured');
});

test("another person's record is rejected, but its credit is spent", async () => {
  await using world = await sourceTest();
  assert.deepEqual(await world.lookup('people_data_labs', 'linkedin.com/in/ravi-sample'), {
    outcome: 'not_found',
    authoritative: false,
    charge: { units: 1, paise: 2400, certain: true },
  });
});

const readings: [what: string, answer: ReturnType<typeof answer>, outcome: string][] = [
  ['a sure match', answer(jane), 'found'],
  ['a match below likelihood 6', answer(jane, 5), 'not_found'],
  ['a likelihood that is text', answer(jane, '9'), 'error'],
  [
    'a record with the profile only among its profiles',
    answer({ ...jane, linkedin_url: null, profiles: [{ url: 'linkedin.com/in/Jane-Example' }] }),
    'found',
  ],
  ['a record that names no profile', answer({ ...jane, linkedin_url: true }), 'not_found'],
  ['a record without contacts', answer({ ...jane, emails: [] }), 'not_found'],
  [
    'a record of disposable addresses',
    answer({
      ...jane,
      emails: [{ address: 'j@bin.example.org', type: 'disposable' }],
      work_email: 'J@bin.example.org',
    }),
    'not_found',
  ],
  ['emails that are one text', answer({ ...jane, emails: 'jane@mail.example.org' }), 'not_found'],
  [
    'emails that are an object',
    answer({ ...jane, emails: { address: 'jane@mail.example.org' } }),
    'not_found',
  ],
  ['a record that is a list', answer([jane]), 'error'],
  ['no record', answer(null), 'error'],
];

for (const [what, given, expected] of readings) {
  test(`${what} is ${expected}`, () => assert.equal(readPersonEnrichment(given, asked).outcome, expected));
}

test('without a reported cost, a match counts as charged, but not for certain', () => {
  const outcome = readPersonEnrichment(answer(jane), asked);
  assert.deepEqual(foundIn(outcome).charge, { units: 1, paise: 1000, certain: false });
  const reported = readPersonEnrichment(answer(jane, 8, { 'x-call-credits-spent': '0' }), asked);
  assert.deepEqual(foundIn(reported).charge, { units: 0, paise: 0, certain: true });
});

test('an address in two of its lists counts once, with the type of the first', () => {
  const outcome = readPersonEnrichment(
    answer({ ...jane, work_email: 'JANE@mail.example.org', personal_emails: ['jane@mail.example.org'] }),
    asked,
  );
  assert.deepEqual(addressesIn(outcome), ['jane@mail.example.org']);
  assert.equal(foundIn(outcome).emails[0]!.type, 'personal');
});
