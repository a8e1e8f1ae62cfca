import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesIn, foundIn, paidAsked, sourceTest } from '#test/support/contact-sources.ts';
import { readHunter } from './hunter.ts';

const asked = paidAsked('hunter', 'linkedin.com/in/jane-example', 1);
const seen = { uri: 'https://x.example.org/team', extracted_on: '2024-01-01', last_seen_on: '2026-02-02' };
const jane = {
  email: 'jane@x.example.org',
  linkedin_url: 'https://www.linkedin.com/in/jane-example',
  sources: [seen],
};
const answer = (status: number, json: unknown) => ({ status, headers: {}, json });
const hit = (data: unknown, params = {}) => answer(200, { data, meta: { params } });
const refusal = (status: number, id: string, details = '') =>
  answer(status, { errors: [{ id, code: status, details }] });

test('an address comes with the pages it was seen on', async () => {
  await using world = await sourceTest();
  const found = foundIn(await world.lookup('hunter', 'linkedin.com/in/asha-example'));

  const [email] = found.emails;
  assert.deepEqual(
    email!.sources.map(({ kind, url, seen_at }) => [kind, url, seen_at]),
    [
      ['provider_observed', 'https://works.example.com/team', '2026-02-02T00:00:00.000Z'],
      ['provider_observed', 'https://talks.example.org/2025', '2025-11-11T00:00:00.000Z'],
    ],
  );
  assert.deepEqual(
    [email!.address, email!.status, email!.first_seen, email!.verified_at],
    ['asha@works.example.com', 'verified', '2024-01-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  );
});

test('an address without a page is a guess, and is rejected although it is charged', async () => {
  await using world = await sourceTest();
  assert.deepEqual(await world.lookup('hunter', 'linkedin.com/in/made-up-example'), {
    outcome: 'not_found',
    authoritative: true,
    charge: { units: 1, paise: 850, certain: false },
  });
});

test('a person who asked to be forgotten is refused as opted out', async () => {
  await using world = await sourceTest();
  assert.deepEqual(await world.lookup('hunter', 'linkedin.com/in/forgotten-example'), {
    outcome: 'refused',
    because: 'opted_out',
  });
});

test('a slow answer is pending, and the same request fetches it', async () => {
  await using world = await sourceTest();
  const first = await world.lookup('hunter', 'linkedin.com/in/ravi-sample');
  assert.ok(first.outcome === 'pending');
  const second = await world.resume('hunter', 'linkedin.com/in/ravi-sample', first.ticket);
  assert.deepEqual(addressesIn(second), ['ravi@sample.example.net']);
  assert.equal(foundIn(second).emails[0]!.status, 'accept_all');
  assert.equal(world.standIn('hunter').credits, 1);
});

test("LinkedIn's old links have no handle that Hunter accepts", async () => {
  await using world = await sourceTest();
  assert.deepEqual(await world.lookup('hunter', 'linkedin.com/pub/jane/1/2/3'), {
    outcome: 'not_applicable',
    reason: 'unsupported_link',
  });
});

const answers: [what: string, given: ReturnType<typeof answer>, outcome: string][] = [
  ['an address with its page', hit(jane), 'found'],
  [
    'an answer that repeats the handle in place of a profile',
    hit({ ...jane, linkedin_url: null }, { linkedin_handle: 'jane-example' }),
    'found',
  ],
  ['an answer without a profile', hit({ ...jane, linkedin_url: null }), 'not_found'],
  [
    'another profile, whatever was asked',
    hit({ ...jane, linkedin_url: 'https://www.linkedin.com/in/joan' }, { linkedin_handle: 'jane-example' }),
    'not_found',
  ],
  ['no page', hit({ ...jane, sources: [] }), 'not_found'],
  ['pages that are no list', hit({ ...jane, sources: seen }), 'not_found'],
  ['a page without an address', hit({ ...jane, sources: [{ domain: 'x.example.org' }] }), 'not_found'],
  ['a generated source', hit({ ...jane, source_type: 'generated' }), 'not_found'],
  [
    'a page that says it was generated',
    hit({ ...jane, sources: [{ ...seen, source_type: 'generated' }] }),
    'not_found',
  ],
  ['an invalid address', hit({ ...jane, verification: { status: 'invalid' } }), 'not_found'],
  ['a disposable address', hit({ ...jane, verification: { status: 'disposable' } }), 'not_found'],
  ['no address', hit({ ...jane, email: null }), 'not_found'],
  ['an address that is a list', hit({ ...jane, email: ['jane@x.example.org'] }), 'not_found'],
  ['a list', hit([jane]), 'error'],
  ['nothing', answer(200, null), 'error'],
  ['a pace that was too high', refusal(429, 'too_many_requests', 'Slow down'), 'rate_limited'],
  ['a pace that was too high, by 403', refusal(403, 'too_many_requests', 'Slow down'), 'rate_limited'],
  [
    'a plan that is used up',
    refusal(429, 'usage_exceeded', 'You have used all your credits'),
    'out_of_credits',
  ],
  ['a bad key', refusal(401, 'authentication_failed'), 'misconfigured'],
  ['bad input', refusal(400, 'wrong_params'), 'error'],
];

for (const [what, given, expected] of answers) {
  test(`${what} is ${expected}`, () => assert.equal(readHunter(given, asked).outcome, expected));
}
