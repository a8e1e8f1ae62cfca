import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addressesIn,
  foundIn,
  linksIn,
  numbersIn,
  paidAsked,
  sourceTest,
} from '#test/support/contact-sources.ts';
import { readPoll, readRocketReach } from './rocketreach.ts';

const asked = paidAsked('rocketreach', 'linkedin.com/in/jane-example', 11);
const jane = {
  id: 7,
  status: 'complete',
  linkedin_url: 'https://www.linkedin.com/in/jane-example',
  emails: [{ email: 'jane@x.example.org', grade: 'A', smtp_valid: 'valid', type: 'professional' }],
};

test('a complete person gives tested values graded A or A-, and nothing below', async () => {
  await using world = await sourceTest();
  const found = foundIn(await world.lookup('rocketreach', 'linkedin.com/in/asha-example'));

  assert.deepEqual(
    found.emails.map(({ address, type, status, verified_at }) => [address, type, status, verified_at]),
    [
      ['asha@works.example.com', 'work', 'verified', '2026-01-01T12:00:00.000Z'],
      ['asha@home.example.net', 'personal', 'verified', '2026-01-01T12:00:00.000Z'],
    ],
  );
  assert.deepEqual(numbersIn(found), ['+12025550143']);
  assert.deepEqual(linksIn(found), ['https://github.com/asha-example']);
  assert.deepEqual(found.charge, { units: 11, paise: 9900, certain: false });
});

test('an unfinished lookup is pending, and free polls fetch it', async () => {
  await using world = await sourceTest();
  const link = 'linkedin.com/in/ravi-sample';
  const first = await world.lookup('rocketreach', link, { wants: ['emails'] });
  assert.deepEqual(first, {
    outcome: 'pending',
    ticket: '500002',
    pollAfterMs: 3000,
    charge: { units: 5, paise: 4500, certain: false },
  });

  const second = await world.resume('rocketreach', link, '500002', { wants: ['emails'] });
  assert.equal(second.outcome, 'pending');
  const third = await world.resume('rocketreach', link, '500002', { wants: ['emails'] });
  assert.deepEqual(addressesIn(third), ['ravi@sample.example.net']);
  assert.equal(world.standIn('rocketreach').credits, 5);
  assert.equal(world.standIn('rocketreach').calls.filter(({ path }) => path.endsWith('/lookup')).length, 1);
});

test('a search that ends without a result is not found', async () => {
  await using world = await sourceTest();
  const link = 'linkedin.com/in/lost-example';
  await world.lookup('rocketreach', link);
  await world.resume('rocketreach', link, '500003');
  assert.equal((await world.resume('rocketreach', link, '500003')).outcome, 'not_found');
});

test('a phone is revealed and paid for only if it is wanted', async () => {
  await using world = await sourceTest();
  await world.lookup('rocketreach', 'linkedin.com/in/asha-example', { wants: ['emails'] });
  const { query } = world.standIn('rocketreach').calls[0]!;
  assert.deepEqual(
    ['reveal_phone', 'reveal_personal_email', 'reveal_professional_email'].map((name) => query.get(name)),
    ['false', 'true', 'true'],
  );
  assert.equal(world.source('rocketreach').price(['emails']).units, 5);
  assert.equal(world.source('rocketreach').price(['phones']).units, 6);
});

const people: [what: string, person: unknown, outcome: string][] = [
  ['a complete person', jane, 'found'],
  ['old addresses while the search continues', { ...jane, status: 'progress' }, 'pending'],
  ['a search that has not begun', { ...jane, status: 'not queued' }, 'pending'],
  ['a failed search', { ...jane, status: 'failed' }, 'not_found'],
  ['an unknown status', { ...jane, status: 'finished' }, 'error'],
  ['a status that is true', { ...jane, status: true }, 'error'],
  ['a person without an id', { ...jane, id: {} }, 'error'],
  ['a list', [jane], 'error'],
  ['nothing', null, 'error'],
  ['another person', { ...jane, linkedin_url: 'https://www.linkedin.com/in/joan' }, 'not_found'],
  ['grade B', { ...jane, emails: [{ ...jane.emails[0], grade: 'B' }] }, 'not_found'],
  [
    'a mailbox that takes everything',
    { ...jane, emails: [{ ...jane.emails[0], smtp_valid: 'accept-all' }] },
    'not_found',
  ],
  ['a disposable address', { ...jane, emails: [{ ...jane.emails[0], type: 'disposable' }] }, 'not_found'],
  ['addresses without grades', { ...jane, emails: ['jane@x.example.org'] }, 'not_found'],
  [
    'an invalid phone',
    { ...jane, emails: [], phones: [{ e164: '+12025550143', grade: 'A', validity: 'invalid' }] },
    'not_found',
  ],
  [
    'a phone',
    { ...jane, emails: null, phones: [{ e164: '+12025550143', grade: 'A-', validity: 'valid' }] },
    'found',
  ],
];

for (const [what, person, expected] of people) {
  test(`${what} is ${expected}`, () => assert.equal(readRocketReach(person, asked).outcome, expected));
}

test('a poll returns the requested person, even from a list of rows', () => {
  const answer = (json: unknown) => ({ status: 200, headers: {}, json });
  const outcomes = [[{ ...jane, id: 8 }, jane], jane, [{ ...jane, id: 8 }], []].map(
    (json) => readPoll(answer(json), asked, '7').outcome,
  );
  assert.deepEqual(outcomes, ['found', 'found', 'error', 'error']);
});
