import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standInPlaces } from '#dev/stand-ins/contact-sources/all-stand-ins.ts';
import type { Trouble } from '#dev/stand-ins/contact-sources/stand-in.ts';
import { knownLink, type RequestParts, type SourceTest, sourceTest } from '#test/support/contact-sources.ts';
import { openManualTiming } from '#test/support/outgoing/manual-timing.ts';
import { allDescriptions } from './all-sources.ts';
import type { Outcome } from './source/outcome.ts';

/** A person whom the source knows, the stand-in behind it, and the paths its trouble applies to. */
interface Case {
  id: string;
  standIn: string;
  link: string;
  parts?: RequestParts;
  onPath?: string;
}

const all: Case[] = standInPlaces.flatMap(({ open, knows = [] }) =>
  knows.map(({ source, link, shown, onPath }) => ({
    id: source,
    standIn: open().name,
    link,
    parts: shown && { links: [knownLink(shown.network, shown.handle, shown.url)] },
    onPath,
  })),
);
const pageReaders = ['mastodon', 'website'];
const isPaid = ({ id }: Case) => allDescriptions.some((source) => source.id === id && source.tier === 'paid');
const paid = all.filter(isPaid);
const free = all.filter((one) => !isPaid(one) && !pageReaders.includes(one.id));

const ask = (world: SourceTest, { id, link, parts }: Case) => world.lookup(id, link, parts);
const callsTo = (world: SourceTest, { standIn, onPath = '/' }: Case) =>
  world.standIn(standIn).calls.filter(({ path }) => path.startsWith(onPath));

function trouble(world: SourceTest, { standIn, onPath = '/' }: Case, kind: Trouble): void {
  Object.assign(world.standIn(standIn).control, { trouble: kind, onPath, retryAfterSeconds: 600 });
}

const chargeOf = (outcome: Outcome) => ('charge' in outcome ? outcome.charge : null);

test('every source is covered here', async () => {
  await using world = await sourceTest();
  assert.deepEqual(world.sources.list.map(({ id }) => id).sort(), all.map(({ id }) => id).sort());
  assert.deepEqual(world.sources.unavailable, []);
});

for (const one of all) {
  test(`${one.id} finds the person it knows, and reports where each value was seen`, async () => {
    await using world = await sourceTest();
    const outcome = await ask(world, one);
    assert.ok(outcome.outcome === 'found', JSON.stringify(outcome));
    for (const { sources } of [...outcome.emails, ...outcome.phones, ...outcome.links]) {
      assert.equal(sources[0].source, one.id);
      assert.match(sources[0].seen_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
  });

  test(`${one.id} reports when its rate limit ends, and is not asked before`, async () => {
    await using world = await sourceTest();
    trouble(world, one, 'rate_limited');
    const before = Date.now();
    const outcome = await ask(world, one);
    assert.ok(outcome.outcome === 'rate_limited', JSON.stringify(outcome));
    assert.ok(outcome.retryAt.getTime() > before);

    const calls = callsTo(world, one).length;
    trouble(world, one, 'none');
    const again = await ask(world, one);
    assert.equal(again.outcome, 'rate_limited');
    assert.equal(callsTo(world, one).length, calls);
  });

  test(`${one.id} reports a truncated or undocumented answer as an error`, async () => {
    for (const kind of ['broken_json', 'wrong_shape'] as const) {
      await using world = await sourceTest();
      trouble(world, one, kind);
      const outcome = await ask(world, one);
      // Any page is valid, even one without a person.
      const expected = one.id === 'website' ? 'not_found' : 'error';
      assert.equal(outcome.outcome, expected, kind);
    }
  });

  test(`${one.id} gives up when the caller does`, async () => {
    const caller = new AbortController();
    await using world = await sourceTest({ signal: caller.signal });
    trouble(world, one, 'silent');
    const asked = ask(world, one);
    await world.standIn(one.standIn).received(1);
    caller.abort();
    const outcome = await asked;
    assert.ok(outcome.outcome === 'error' && outcome.retryable, JSON.stringify(outcome));
  });
}

for (const one of free) {
  test(`${one.id} retries once when the vendor fails`, async () => {
    await using world = await sourceTest();
    trouble(world, one, 'server_error');
    const outcome = await ask(world, one);
    assert.ok(outcome.outcome === 'error' && outcome.retryable, JSON.stringify(outcome));
    assert.equal(callsTo(world, one).length, 2);
  });
}

for (const one of [...free, ...paid]) {
  test(`${one.id} answers in time, even if the vendor doesn't`, async () => {
    const timing = openManualTiming(new Date('2026-11-21T00:00:00Z'));
    await using world = await sourceTest({ timing });
    trouble(world, one, 'silent');
    const asked = ask(world, one);
    await world.standIn(one.standIn).received(1);
    await timing.advance(world.source(one.id).limits.timeoutMs);

    const outcome = await asked;
    assert.ok(outcome.outcome === 'error' && outcome.code === 'timeout', JSON.stringify(outcome));
    assert.equal(callsTo(world, one).length, 1);
  });
}

for (const one of paid) {
  test(`${one.id} never retries on its own, and reports what may have been charged`, async () => {
    for (const kind of ['server_error', 'broken_json', 'wrong_shape'] as const) {
      await using world = await sourceTest();
      trouble(world, one, kind);
      const outcome = await ask(world, one);
      const { perHitPaise } = world.source(one.id).price(['emails', 'phones', 'links']);
      assert.equal(callsTo(world, one).length, 1, kind);
      if (kind !== 'wrong_shape')
        assert.deepEqual(chargeOf(outcome), { ...chargeOf(outcome), paise: perHitPaise, certain: false });
      else assert.equal(chargeOf(outcome)?.certain, false);
    }
  });

  test(`${one.id} counts an answer that came too late as possibly charged`, async () => {
    const timing = openManualTiming(new Date('2026-11-21T00:00:00Z'));
    await using world = await sourceTest({ timing });
    trouble(world, one, 'silent');
    const asked = ask(world, one);
    await world.standIn(one.standIn).received(1);
    await timing.advance(8000);
    const { units, perHitPaise } = world.source(one.id).price(['emails', 'phones', 'links']);
    assert.deepEqual(chargeOf(await asked), { units, paise: perHitPaise, certain: false });
  });

  test(`${one.id} costs nothing if it was never reached`, async () => {
    await using world = await sourceTest({ environment: { [baseUrlOf(one.id)]: 'http://127.0.0.1:9' } });
    const outcome = await ask(world, one);
    assert.ok(outcome.outcome === 'error' && outcome.retryable, JSON.stringify(outcome));
    assert.deepEqual(outcome.charge, { units: 0, paise: 0, certain: true });
  });

  test(`${one.id} reports when the credits are used up`, async () => {
    await using world = await sourceTest();
    trouble(world, one, 'out_of_credits');
    assert.deepEqual(await ask(world, one), { outcome: 'out_of_credits' });
  });

  test(`${one.id} reports a wrong credential`, async () => {
    const [token] = (await described(one.id)).variables;
    await using world = await sourceTest({ environment: { [token!]: 'another' } });
    assert.equal((await ask(world, one)).outcome, 'misconfigured');
  });

  test(`${one.id} returns a free, certain miss for a person it doesn't know`, async () => {
    await using world = await sourceTest();
    const outcome = await ask(world, { ...one, link: 'linkedin.com/in/nobody-example' });
    assert.deepEqual(outcome, {
      outcome: 'not_found',
      authoritative: true,
      charge: { units: 0, paise: 0, certain: true },
    });
  });

  test(`${one.id} is not asked for links alone, nor about networks it doesn't know`, async () => {
    await using world = await sourceTest();
    assert.deepEqual(await ask(world, { ...one, parts: { wants: ['links'] } }), {
      outcome: 'not_applicable',
      reason: 'nothing_wanted',
    });
    assert.deepEqual(await ask(world, { ...one, link: 'codeberg.org/asha-example' }), {
      outcome: 'not_applicable',
      reason: 'other_network',
    });
    assert.equal(callsTo(world, one).length, 0);
  });

  test(`${one.id} never charges more than its stated price`, async () => {
    await using world = await sourceTest();
    for (const wants of [['emails'], ['emails', 'phones']] as const) {
      const price = world.source(one.id).price(wants);
      const charge = chargeOf(await ask(world, { ...one, parts: { wants } }))!;
      assert.ok(charge.paise <= price.perHitPaise, `${charge.paise} of ${price.perHitPaise}`);
    }
  });
}

async function described(id: string) {
  await using world = await sourceTest();
  return world.source(id);
}

const baseUrlOf = (id: string): string => `${id.toUpperCase()}_BASE_URL`;
