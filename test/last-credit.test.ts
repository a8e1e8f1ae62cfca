import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { SettingsInForce } from '#domains/settings/index.ts';
import { importRows } from './support/kit.ts';
import { untilSomebodyWaits } from './support/ledger/locks.ts';
import type { TestService } from './support/service.ts';
import { openWaterfall, type Waterfall } from './support/waterfall.ts';

/** A race for the last credit tells nothing of anybody: who can't pay is refused, known or not. */
const crowd = 25;
let waterfall: Waterfall;
let service: TestService;
let other: TestService;
before(async () => {
  waterfall = await openWaterfall();
  ({ service } = waterfall);
  other = await waterfall.another();
  const rows = Array.from(
    { length: crowd },
    (_, at) => `linkedin.com/in/known-${at},known${at}@works.example`,
  );
  await importRows(service, `profile_url,email\n${rows.join('\n')}\n`);
});
after(async () => {
  await other[Symbol.asyncDispose]();
  await waterfall[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await waterfall.begin();
  await waterfall.askOnly([]);
  await other.app.kernel.ports.use(SettingsInForce).reload();
});

const known = Array.from({ length: crowd }, (_, at) => `linkedin.com/in/known-${at}`);
const unknown = known.map((link) => link.replace('known', 'nobody'));

type Response = Awaited<ReturnType<TestService['request']>>;

const findAt = (at: TestService, key: string, link: string): Promise<Response> =>
  at.withKey(key, 'POST', '/api/v1/find', { profile_url: link });

/** The numbers 0 to `length` - 1 in an order of its own for each round. */
const shuffled = (length: number, round: number): number[] =>
  Array.from({ length }, (_, at) => at).sort(
    (one, another) => ((one * 7919 + round * 104729) % 997) - ((another * 7919 + round * 104729) % 997),
  );

async function raceOf(
  services: TestService[],
  links: string[],
): Promise<{ responses: Response[]; accountId: string }> {
  const { key, accountId } = await waterfall.accountWith(1);
  // Each process has heard of the key before the race.
  for (const each of services) await each.withKey(key, 'GET', '/api/v1/key/info');
  const responses = await Promise.all(
    links.map((link, at) => findAt(services[at % services.length]!, key, link)),
  );
  return { responses, accountId };
}

const refusedAmong = (responses: Response[]) => responses.filter(({ statusCode }) => statusCode === 402);

test('when the last credit is spent everybody behind is refused alike, known or not', async () => {
  const { responses, accountId } = await raceOf([service], [known[0]!, ...unknown, ...known.slice(1)]);
  assert.equal(responses[0]!.statusCode, 200);
  const [losingUnknown, losingKnown] = [responses.slice(1, crowd + 1), responses.slice(crowd + 1)];
  assert.equal(refusedAmong(losingUnknown).length, losingUnknown.length);
  assert.equal(refusedAmong(losingKnown).length, losingKnown.length);
  const told = ({ body, headers }: Response) => ({
    body: body.replace(/"request_id":"[^"]+"/, ''),
    headers: Object.keys(headers),
  });
  assert.deepEqual(told(losingKnown[0]!), told(losingUnknown[0]!));
  assert.deepEqual(await waterfall.booksOf(accountId), { balance: 0, held: 0 });
});

test('a crowd of lookups that find nobody is answered whole on one credit, which stays', async () => {
  const { responses, accountId } = await raceOf([service, other], unknown);
  assert.equal(refusedAmong(responses).length, 0);
  assert.deepEqual(await waterfall.booksOf(accountId), { balance: 1, held: 0 });
});

test('in races over two processes the unknown are refused as often as the known', async () => {
  const rounds = 8;
  let refusedKnown = 0;
  let refusedUnknown = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const links = shuffled(2 * crowd, round).map((at) => [...known, ...unknown][at]!);
    const { responses } = await raceOf([service, other], links);
    const isKnown = (_: Response, at: number) => known.includes(links[at]!);
    const [hits, misses] = [
      responses.filter(isKnown),
      responses.filter((response, at) => !isKnown(response, at)),
    ];
    assert.equal(hits.length - refusedAmong(hits).length, 1, 'one credit pays for one person');
    refusedKnown += refusedAmong(hits).length;
    refusedUnknown += refusedAmong(misses).length;
  }
  // Before the first hit of a shuffled crowd stand one or two misses.
  const share = refusedUnknown / (rounds * crowd);
  assert.ok(refusedKnown === rounds * (crowd - 1) && share > 0.8, `${share} of the unknown`);
});

test('while another process pays with the last credit, an unknown person waits in line like a known one', async () => {
  const { pool } = service.database;
  for (const link of [known[1]!, unknown[1]!]) {
    const { key, accountId } = await waterfall.accountWith(1);
    const spending = await pool.connect();
    await spending.query('begin');
    await spending.query(
      `select * from credit_spend_batch(array(select id from account where account_id = $1), array[1::bigint], array[gen_random_uuid()])`,
      [accountId],
    );
    const answer = findAt(service, key, link);
    await untilSomebodyWaits(pool);
    await spending.query('commit');
    spending.release();
    assert.equal((await answer).statusCode, 402, link);
  }
});

test('whoever finds the last credit set aside waits for it a while: free again it serves the next, spent it refuses', async () => {
  await waterfall.askOnly(['prospeo']);
  for (const [first, statuses] of [
    ['linkedin.com/in/nobody-at-all', [200, 200]],
    ['linkedin.com/in/asha-example', [200, 402]],
  ] as const) {
    const vendor = waterfall.standIn('prospeo');
    vendor.control.trouble = 'silent';
    const { key } = await waterfall.accountWith(1);
    const asked = vendor.received(vendor.calls.length + 1);
    const asking = findAt(service, key, first);
    await asked;
    const waiting = findAt(service, key, known[2]!);
    vendor.control.trouble = 'none';
    vendor.release();
    const answers = await Promise.all([asking, waiting]);
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      statuses,
      first,
    );
  }
});
