import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sweepExpiredCredits } from '#domains/credits/sweep-credits.ts';
import { givenJob } from '#test/support/bulk-jobs.ts';
import { eventually } from '#test/support/eventually.ts';
import { runJob } from '#test/support/jobs.ts';
import {
  asOperator,
  booksOf,
  type Customer,
  customer,
  find,
  findInside,
  importRows,
} from '#test/support/kit.ts';
import { refundSpend } from '#test/support/ledger/statements.ts';
import { fc } from '#test/support/properties.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { withSettings } from '#test/support/settings.ts';
import type { Cause, Spending } from './shapes.ts';

let service: TestService;
before(async () => {
  service = await testService();
  await importRows(
    service,
    'profile_url,full_name,email,link\n' +
      'linkedin.com/in/spent-one,Spent One,one@example.com,\n' +
      'linkedin.com/in/spent-two,Spent Two,two@example.com,\n' +
      'linkedin.com/in/spent-links,Spent Links,,https://github.com/spent-links\n',
  );
  await service.app.work();
});
after(() => service[Symbol.asyncDispose]());

const linkOf = (name: string) => `https://www.linkedin.com/in/${name}`;

async function spendingOf({ accountId }: Customer, query = ''): Promise<Spending> {
  const answer = await service.internal('GET', `/internal/billing/spending/${accountId}${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

/** The id of a job that is done. */
async function jobOf(one: Customer, body: object): Promise<string> {
  const id = await givenJob(service, one, body);
  await eventually(async () => {
    const { status } = (await service.withKey(one.key, 'GET', `/api/v1/jobs/${id}`)).json();
    assert.equal(status, 'completed');
  });
  return id;
}

/** Spends with each kind of cause, also across midnight. */
function byKindOf(items: readonly Cause[]): Map<string, Omit<Cause, 'date'>> {
  const kinds = new Map<string, Omit<Cause, 'date'>>();
  for (const { date, ...cause } of items) {
    const sum = kinds.get(cause.kind) ?? { ...cause, credits: 0, lookups: 0, paid: 0, free: {} };
    for (const [reason, count] of Object.entries(cause.free))
      sum.free[reason] = (sum.free[reason] ?? 0) + count;
    kinds.set(cause.kind, {
      ...sum,
      paid: sum.paid + cause.paid,
      credits: sum.credits + cause.credits,
      lookups: sum.lookups + cause.lookups,
    });
  }
  return kinds;
}

test('every credit has its cause: a job by its name, a key, the dashboard, and why the rest was free', async () => {
  await using _repeats = await withSettings(service, { free_repeat_days: 30 });
  const one = await customer(service, 10, { note: 'CRM' });
  const profiles = ['spent-one', 'spent-links', 'no-one'].map((name) => ({ profile_url: linkOf(name) }));
  const id = await jobOf(one, { name: 'people.csv', profiles });
  await find(service, one, linkOf('spent-two'));
  await find(service, one, linkOf('spent-two'));
  await findInside(service, one, linkOf('no-one'));

  const { items, totals, changes } = await spendingOf(one);
  const byKind = byKindOf(items);
  assert.deepEqual(byKind.get('job'), {
    ...{ kind: 'job', id, name: 'people.csv', sources: [], credits: -1, lookups: 3, paid: 1 },
    free: { links_only: 1, not_found: 1 },
  });
  const { name, ...api } = byKind.get('api')!;
  assert.deepEqual(api, {
    ...{ kind: 'api', id: one.keyId, sources: [], credits: -1, lookups: 2, paid: 1 },
    free: { repeat: 1 },
  });
  assert.match(name!, /CRM|^cty_/);
  assert.deepEqual(byKind.get('dashboard'), {
    ...{ kind: 'dashboard', id: null, name: null, sources: [], credits: 0, lookups: 1, paid: 0 },
    free: { not_found: 1 },
  });
  assert.deepEqual(totals, { change: 8, spent: -2, grant: 10, expire: 0, revoke: 0, refund: 0 });
  assert.deepEqual(
    changes.map(({ kind, credits }) => [kind, credits]),
    [['grant', 10]],
  );
  const csv = await service.internal('GET', `/internal/billing/spending/${one.accountId}/csv`);
  assert.match(csv.body, /,job,people\.csv,job_\w+,-1,3,1,"links_only: 1, not_found: 1"/);
  const past = await spendingOf(one, '?start=2020-01-01&end=2020-01-31');
  assert.deepEqual(
    [past.items, past.totals.change, past.start, past.end],
    [[], 0, '2020-01-01', '2020-01-31'],
  );
});

test('an invalid period is refused', async () => {
  const one = await customer(service, 0);
  for (const query of [
    '?start=2026-02-30',
    '?start=0000-01-01&end=0000-01-02',
    '?end=0001-01-01',
    '?start=2026-02-02&end=2026-02-01',
    '?start=2026-01-01&end=2026-12-31',
    '?by=person',
  ]) {
    const answer = await service.internal('GET', `/internal/billing/spending/${one.accountId}${query}`);
    assert.equal(answer.statusCode, 422, query);
  }
});

/** The ledger's own sums. */
async function ledgerOf({ accountId }: Customer): Promise<Spending['totals']> {
  const { rows } = await service.database.pool.query<Spending['totals']>(
    `select coalesce(sum(case when kind in (1, 5, 8) then amount when kind = 4 then 0 else -amount end), 0)::int as change,
       -coalesce(sum(amount) filter (where kind in (2, 4)), 0)::int as spent,
       coalesce(sum(amount) filter (where kind = 1), 0)::int as grant,
       -coalesce(sum(amount) filter (where kind = 6), 0)::int as expire,
       -coalesce(sum(amount) filter (where kind = 7), 0)::int as revoke,
       coalesce(sum(amount) filter (where kind = 8), 0)::int as refund
     from credit_ledger where account = (select id from account where account_id = $1)`,
    [accountId],
  );
  return rows[0]!;
}

/** The newest value of a column of the account's rows, or null. */
async function newestOf<T>({ accountId }: Customer, select: string): Promise<T | null> {
  const { rows } = await service.database.pool.query<{ value: T }>(
    `select ${select} and account = (select id from account where account_id = $1) order by id desc limit 1`,
    [accountId],
  );
  return rows[0]?.value ?? null;
}

const grant = ({ accountId }: Customer) =>
  asOperator(service, 'POST', '/api/v1/admin/growth/credits', {
    account_id: accountId,
    credits: 2,
    reason: 'a gift',
  });

const acts: Record<string, (one: Customer) => Promise<unknown>> = {
  hit: (one) => find(service, one, linkOf('spent-one')),
  both: (one) =>
    Promise.all([find(service, one, linkOf('spent-one')), findInside(service, one, linkOf('spent-two'))]),
  links: (one) => find(service, one, linkOf('spent-links')),
  miss: (one) => findInside(service, one, linkOf('no-one')),
  grant,
  async job(one) {
    // As many credits as it has rows: with fewer, it may pause.
    await grant(one);
    await grant(one);
    const profiles = ['spent-one', 'spent-two', 'spent-links', 'no-one'].map(linkOf);
    await jobOf(one, { profiles: profiles.map((profile_url) => ({ profile_url })) });
  },
  async refund(one) {
    const spendKey = await newestOf<string>(one, 'op_key as value from credit_ledger where kind = 2');
    const account = await newestOf<number>(one, 'account as value from credit_lot where true');
    if (spendKey && account)
      await refundSpend(service.database.db, { account, spendKey, key: randomUUID(), reason: 'wrong' });
  },
  async revoke(one) {
    const id = await newestOf<number>(
      one,
      "id as value from credit_lot where source = 'operator' and closed_at is null",
    );
    const path = `/api/v1/admin/growth/credits/${id}/revocation`;
    if (id) await asOperator(service, 'POST', path, { reason: 'a mistake' });
  },
  async expire({ accountId }) {
    await service.database.pool.query(
      `update credit_lot set expires_at = created_at + interval '1 microsecond'
       where account = (select id from account where account_id = $1)`,
      [accountId],
    );
    await runJob(service, sweepExpiredCredits);
  },
};

test('whatever an account does, the totals are those of the ledger, and its balance', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(acts)), { maxLength: 10 }), async (story) => {
      const one = await customer(service, 2);
      for (const act of story) await acts[act]!(one);
      const { totals, items } = await spendingOf(one);
      assert.deepEqual(totals, await ledgerOf(one));
      assert.equal(totals.change, (await booksOf(service, one.accountId)).balance);
      const spentIn = (its: readonly Cause[]) => its.reduce((all, { credits }) => all + credits, 0);
      assert.equal(spentIn(items), totals.spent);
      for (const by of ['source', 'key', 'job', 'agent', 'reason'])
        assert.equal(spentIn((await spendingOf(one, `?by=${by}`)).items), totals.spent, by);
    }),
    { numRuns: 15 },
  );
});
