import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foundIn, linksIn, numbersIn, paidAsked, sourceTest } from '#test/support/contact-sources.ts';
import { readContactOut } from './contactout.ts';

const asked = paidAsked('contactout', 'linkedin.com/in/jane-example', 2);
const url = 'https://www.linkedin.com/in/jane-example';
const answer = (status: number, json: unknown) => ({ status, headers: {}, json });
const hit = (profile: unknown) => answer(200, { status_code: 200, profile });

test('personal addresses and verified work addresses are accepted, unverified ones are not', async () => {
  await using world = await sourceTest();
  const found = foundIn(await world.lookup('contactout', 'linkedin.com/in/asha-example'));

  assert.deepEqual(
    found.emails.map(({ address, type, status }) => [address, type, status]),
    [
      ['asha@home.example.net', 'personal', 'unknown'],
      ['asha@works.example.com', 'work', 'verified'],
    ],
  );
  assert.deepEqual(numbersIn(found), ['+12025550143']);
  assert.deepEqual(linksIn(found), ['https://github.com/asha-example']);
  assert.deepEqual(found.charge, { units: 2, paise: 8000, certain: false });
  assert.equal(world.standIn('contactout').credits, 2);
});

test('ContactOut is never asked in a way that makes it guess', async () => {
  await using world = await sourceTest();
  for (const wants of [['emails'], ['phones'], ['emails', 'phones']] as const) {
    await world.lookup('contactout', 'linkedin.com/in/asha-example', { wants });
  }
  assert.deepEqual(
    world
      .standIn('contactout')
      .calls.map(({ query }) => [query.get('email_type'), query.get('include_phone')]),
    [
      [null, 'false'],
      ['none', 'true'],
      [null, 'true'],
    ],
  );
});

const outcomes: [what: string, given: ReturnType<typeof answer>, outcome: string][] = [
  [
    '400, which here is a bad token',
    answer(400, { status_code: 400, message: 'Bad credentials' }),
    'misconfigured',
  ],
  ['401, which here is bad input', answer(401, { status_code: 401, message: 'Invalid profile' }), 'error'],
  [
    '403 without credits',
    answer(403, { message: "You're out of credits, please email your sales manager" }),
    'out_of_credits',
  ],
  ['403 without access', answer(403, { message: 'No access to endpoint' }), 'misconfigured'],
  ['404', answer(404, { status_code: 404, message: 'Not Found' }), 'not_found'],
  [
    'a sample of a demonstration account',
    answer(200, { message: 'This is a sample response', profile: { url } }),
    'misconfigured',
  ],
  ['an empty list in place of a profile', hit([]), 'not_found'],
  ['a list with something in it', hit([{ url }]), 'error'],
  ['true in place of a profile', hit(true), 'error'],
  ['an empty body', answer(200, null), 'error'],
  ['a profile without contacts', hit({ url, email: [], phone: [] }), 'not_found'],
  [
    'only unverified work addresses',
    hit({ url, work_email: ['j@x.example.org'], work_email_status: { 'j@x.example.org': 'Unverified' } }),
    'not_found',
  ],
  [
    'a status for every address at once',
    hit({ url, work_email: ['j@x.example.org'], work_email_status: 'Verified' }),
    'not_found',
  ],
  ['addresses that are in no list of their kind', hit({ url, email: ['j@x.example.org'] }), 'not_found'],
  ['the placeholder of a phone', hit({ url, phone: ['phone number 1'] }), 'not_found'],
  ['another person', hit({ url: `${url}-2`, personal_email: ['j@x.example.org'] }), 'not_found'],
  ['no particular person', hit({ personal_email: ['j@x.example.org'] }), 'not_found'],
  ['the person', hit({ url, personal_email: ['j@x.example.org'] }), 'found'],
];

for (const [what, given, expected] of outcomes) {
  test(`${what} is ${expected}`, () => assert.equal(readContactOut(given, asked).outcome, expected));
}

test('values that are charged but not accepted still count', () => {
  const outcome = readContactOut(hit({ url, email: ['j@x.example.org'], phone: [] }), asked);
  assert.deepEqual(outcome.outcome === 'not_found' && outcome.charge, {
    units: 1,
    paise: 1000,
    certain: false,
  });
});
