import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { Payments } from '#domains/billing/payments-port.ts';
import { givenAccount } from '#test/support/kit.ts';
import { lockedElsewhere, untilSomebodyWaits } from '#test/support/ledger/locks.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { givenUnmatched } from '#test/support/purchases.ts';
import { type TestService, testService } from '#test/support/service.ts';

/** A command that found an account open, and gets its lock only after another process has closed it. */
let service: TestService;
/** Another process on the same database. */
let other: TestService;
before(async () => {
  service = await testService();
  other = await testService({ database: service.database });
  for (const { app } of [service, other])
    app.kernel.ports.use(Payments).providers.set('sandbox', memoryProvider());
});
after(async () => {
  await other[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

type Answer = Awaited<ReturnType<TestService['request']>>;

let leavers = 0;
/** The answer of a command that waits for the closing of the account it names. */
async function answerAfterClosing(command: (account_id: string) => Promise<Answer>) {
  leavers += 1;
  const account_id = `leaver-${leavers}`;
  const { db, pool } = service.database;
  const { account } = await givenAccount(db, { accountId: account_id, email: `${account_id}@example.com` });
  const path = `/api/v1/admin/accounts/${account_id}`;
  assert.equal((await service.admin('GET', `${path}/export`)).statusCode, 200);

  const held = await lockedElsewhere(pool, account, 'account where id');
  const closing = service.admin('POST', `${path}/closing`, {
    confirm: `${account_id}@example.com`,
    reason: 'They asked for it',
  });
  await untilSomebodyWaits(pool);
  const answer = command(account_id);
  await untilSomebodyWaits(pool, 2);
  await held[Symbol.asyncDispose]();
  const closed = await closing;
  assert.equal(closed.statusCode, 200, closed.body);
  return { answer: await answer, account, account_id };
}

const reason = 'a test';
const contract = {
  ...{ name: 'Enterprise', credits: 100, amount: 50_000, rate_limit_per_min: 300, reason },
  ...{ mcp: true, priority_processing: false },
};
const tomorrow = () => new Date(Date.now() + 24 * 3_600_000).toISOString();
const post = (path: string, body: object) => other.admin('POST', `/api/v1/admin/${path}`, body);
const patch = (path: string, body: object) => other.admin('PATCH', `/api/v1/admin/${path}`, body);
const commands: Record<string, (account_id: string) => Promise<Answer>> = {
  'save-contract': (account_id) => post('contracts', { account_id, ...contract }),
  'save-contract for later': (account_id) =>
    post('contracts', { account_id, ...contract, starts_at: tomorrow() }),
  'attach-payment': (account_id) =>
    post('billing/unmatched-payments', {
      ...{ provider: 'sandbox', payment_id: 'pay_late', account_id, plan_id: 'topup_100', reason },
    }),
  'grant-credits': (account_id) => post('growth/credits', { account_id, credits: 9, reason }),
  'set-account-rate': (account_id) => patch('growth/accounts/rate', { account_id, rpm: 7 }),
  'change-email': (account_id) =>
    patch('growth/accounts/email', { account_id, new_email: `new-${account_id}@example.com`, reason }),
  'change-account-feature': (account_id) => patch('account-features', { account_id, mcp: true, reason }),
  'save-note': (account_id) => post(`accounts/${account_id}/note`, { note: 'Ask Leela' }),
};

for (const [name, command] of Object.entries(commands))
  test(`${name} answers 404 once another process has closed the account, and writes nothing`, async () => {
    await givenUnmatched(service.database.db, 'pay_late');
    const { answer, account } = await answerAfterClosing(command);
    assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'], answer.body);
    const { rows } = await sql`
      select 'contract' from contract where account = ${account}
      union all select 'purchase' from purchase where account = ${account}
      union all select 'account_feature' from account_feature where account = ${account}
      union all select 'account_note' from account_note where account = ${account}`.execute(
      service.database.db,
    );
    assert.deepEqual(rows, []);
  });

for (const [by, name] of [
  ['its id', (account_id: string) => ({ account_id })],
  ['its email', () => ({})],
] as const)
  test(`a key for an account that another process has closed goes to a new account, named by ${by}`, async () => {
    const { answer, account, account_id } = await answerAfterClosing((account_id) =>
      other.admin('POST', '/api/v1/keys/create', {
        email: `${account_id}@example.com`,
        ...name(account_id),
      }),
    );
    assert.equal(answer.statusCode, 200, answer.body);
    const made = await other.admin('GET', `/api/v1/admin/accounts/${answer.json().account_id}`);
    const { email, balance } = made.json().account;
    assert.deepEqual([email, balance], [`${account_id}@example.com`, 25]);
    const { rows } = await sql`
      select from api_key where account = ${account}
      union all select from identity_handle where account = ${account}`.execute(service.database.db);
    assert.equal(rows.length, 0);
  });
