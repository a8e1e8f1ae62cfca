import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { sendDue } from '#domains/mails/account-mails/send-mails.ts';
import { MailOutbox } from '#domains/mails/index.ts';
import { runJob } from '#test/support/jobs.ts';
import { customer, find, givenCredits, importRows } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { mailLowCredits } from './mail-low-credits.ts';

const service = await testService({ environment: { MAIL_OUTBOX: 'on' } });
after(() => service[Symbol.asyncDispose]());
const { pool, db } = service.database;
const linkOf = (at: number) => `https://github.com/person-${at}-example`;
const rows = Array.from({ length: 12 }, (_, at) => `${linkOf(at)},p${at}@works.example`);
await importRows(service, ['profile_url,email', ...rows].join('\n'));

beforeEach(() => pool.query('delete from account_mail; delete from mail_choice'));

let holders = 0;
async function holder(credits: number) {
  const account = await customer(service, credits);
  holders += 1;
  const email = `holder-${holders}@example.com`;
  const { rows } = await pool.query('update account set email = $2 where account_id = $1 returning id', [
    account.accountId,
    email,
  ]);
  let next = 0;
  const spend = async (count: number) => {
    for (let hit = 0; hit < count; hit += 1) await find(service, account, linkOf(next++));
  };
  const mails = async () => {
    await runJob(service, mailLowCredits);
    await runJob(service, sendDue);
    const all = service.app.kernel.ports.use(MailOutbox)!.mails();
    return all.filter(({ to }) => to === email).map(({ template, subject }) => [template, subject]);
  };
  return { ...account, id: rows[0].id as number, spend, mails };
}

test('few credits are mailed once after each grant, without any endpoint', async () => {
  const { id, spend, mails } = await holder(10);
  await spend(7);
  assert.deepEqual(await mails(), []);
  await spend(1);
  await mails();
  assert.deepEqual(await mails(), [['credits_low', '2 credits are left']]);
  await givenCredits(db, id, 1);
  await spend(3);
  assert.deepEqual((await mails())[0], ['credits_low', 'You have no credits left']);
  assert.equal((await mails()).length, 2);
});

test('an account that used none of its credits for a day, or has switched them off, gets no mail', async () => {
  const { accountId, id, spend, mails } = await holder(5);
  await spend(4);
  await service.internal('PATCH', `/internal/mails/${accountId}`, { type: 'credits', on: false });
  assert.deepEqual(await mails(), []);
  await service.internal('PATCH', `/internal/mails/${accountId}`, { type: 'credits', on: true });
  const moved = (how: string) => pool.query(`update credit_ledger set at = ${how} where account = $1`, [id]);
  await pool.query('alter table credit_ledger disable trigger all');
  await moved(`now() - interval '1 day'`);
  assert.deepEqual(await mails(), []);
  await moved('now()');
  assert.deepEqual(await mails(), [['credits_low', '1 credit is left']]);
});
