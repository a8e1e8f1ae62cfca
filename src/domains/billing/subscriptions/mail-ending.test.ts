import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dayMs, daysAfter } from '#core/clock.ts';
import { sendDue } from '#domains/mails/account-mails/send-mails.ts';
import { MailOutbox } from '#domains/mails/index.ts';
import { givenContract } from '#test/support/catalogue.ts';
import { manualClock } from '#test/support/clock.ts';
import { runJob } from '#test/support/jobs.ts';
import { givenAccount } from '#test/support/kit.ts';
import { stopLedgerClock } from '#test/support/ledger/clock.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { applyFacts, givenPurchase } from '#test/support/purchases.ts';
import { testService } from '#test/support/service.ts';
import { mailEnding } from './mail-ending.ts';

const start = new Date('2026-03-01T00:00:00Z');
const end = new Date('2026-04-01T00:00:00Z');
const clock = manualClock(start);
const service = await testService({ clock, environment: { MAIL_OUTBOX: 'on' } });
after(() => service[Symbol.asyncDispose]());
const { db, pool } = service.database;
const ledgerClock = await stopLedgerClock(pool, start);
const provider = memoryProvider();

async function at(moment: Date) {
  clock.advance(moment.getTime() - clock.now().getTime());
  await ledgerClock.set(moment);
}

let buyers = 0;
async function holder() {
  buyers += 1;
  const email = `holder-${buyers}@example.com`;
  const owner = await givenAccount(db, { email });
  const mails = async () => {
    await runJob(service, mailEnding);
    await runJob(service, sendDue);
    const all = service.app.kernel.ports.use(MailOutbox)!.mails();
    return all.filter(({ to }) => to === email).toReversed();
  };
  return { ...owner, mails };
}

async function buyer() {
  const { account, ...owner } = await holder();
  const { reference } = await givenPurchase(db, provider, { plan: 'growth', account });
  await applyFacts(db, 'sandbox', provider.charge(reference, { start, end }));
  const path = `/internal/billing/cancellation/${owner.accountId}`;
  const cancel = async () => assert.equal((await service.internal('POST', path, {})).statusCode, 200);
  return { ...owner, reference, cancel, undo: () => service.internal('DELETE', path) };
}

test('a cancelled plan is mailed a week before its end, once, with what is lost and how to keep it', async () => {
  await at(start);
  const { cancel, mails, undo } = await buyer();
  await at(daysAfter(end, -6));
  assert.deepEqual(await mails(), [], 'it renews');
  await at(start);
  await cancel();
  await at(new Date(end.getTime() - 7 * dayMs - 1));
  assert.deepEqual(await mails(), []);
  await at(daysAfter(end, -7));
  const [mail] = await mails();
  assert.deepEqual([mail!.template, mail!.subject], ['plan_ending', 'Your plan Growth ends on 1 Apr 2026']);
  for (const said of [
    'Credits that expire: 80',
    'Requests per minute: 20 instead of 60',
    'AI agents: can no longer connect',
    'API keys: keep working, at the lower rate',
    'undo the cancellation before 29 Mar 2026',
    '/app/plans',
  ])
    assert.ok(mail!.text.includes(said), `${said}\n${mail!.text}`);
  assert.ok(mail!.unsubscribe);
  assert.equal((await undo()).statusCode, 200);
  await cancel();
  assert.equal((await mails()).length, 1);
});

test('a plan whose end is final, or that the provider won’t renew, is mailed without an undo', async () => {
  await at(start);
  const [late, completed] = [await buyer(), await buyer()];
  await applyFacts(db, 'sandbox', provider.tell(completed.reference, 'completed', daysAfter(start, 1)));
  await at(daysAfter(end, -2));
  await late.cancel();
  for (const { mails } of [late, completed]) {
    const [mail] = await mails();
    assert.match(mail!.text, /To continue, buy a plan:/);
  }
});

test('the end of a contract is mailed, and a hostile name is shown harmlessly', async () => {
  await at(new Date());
  const { accountId, mails } = await holder();
  await givenContract(service, accountId, {
    name: '<b>Enterprise</b>',
    starts_at: daysAfter(clock.now(), -1).toISOString(),
    ends_at: daysAfter(clock.now(), 5).toISOString(),
  });
  const [mail, ...others] = await mails();
  assert.deepEqual(others, []);
  assert.match(mail!.text, /To continue, contact us before it ends/);
  assert.doesNotMatch(mail!.html, /<b>Enterprise/);
});
