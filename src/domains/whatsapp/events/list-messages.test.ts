import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { minuteMs } from '#core/clock.ts';
import { manualClock } from '#test/support/clock.ts';
import { asOperator, givenAccount } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { newNumber, sentCode, whatsapp } from '#test/support/whatsapp.ts';

const clock = manualClock();
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());
const { pool, db } = service.database;

const list = (query: string) => asOperator(service, 'GET', `/api/v1/admin/whatsapp/messages?${query}`);
const outbox = async () =>
  (await asOperator(service, 'GET', '/api/v1/admin/outbox')).items.map(({ code }: { code: string }) => code);

test('messages have pages, and those that did not arrive can be listed alone', async () => {
  const { accountId, account } = await givenAccount(db);
  for (let sent = 0; sent < 3; sent += 1) {
    await sentCode(service, accountId, newNumber());
    clock.advance(minuteMs);
  }
  await pool.query(
    `update whatsapp_message set delivery = 'failed', error_code = 131026
     where id = (select id from whatsapp_message where account = $1 order by sent_at limit 1)`,
    [account],
  );
  const first = await list(`account_id=${accountId}&limit=2`);
  const second = await list(`account_id=${accountId}&limit=2&cursor=${first.next_cursor}`);
  const codes = [first, second].map(({ items }) =>
    items.map(({ error_code }: { error_code: number | null }) => error_code),
  );
  assert.deepEqual(codes, [[null, null], [131026]]);
  assert.equal(second.next_cursor, null);
  assert.equal((await list(`account_id=${accountId}&failed=true`)).items.length, 1);
  assert.equal((await list(`account_id=${accountId}&failed=false`)).items.length, 2);
});

test('the outbox lists only codes that can be confirmed, and a verified account learns so during a pause', async () => {
  const { accountId } = await givenAccount(db);
  const number = newNumber();
  const replaced = await sentCode(service, accountId, number);
  assert.ok((await outbox()).includes(replaced));
  clock.advance(minuteMs);
  const code = await sentCode(service, accountId, number);
  assert.equal((await outbox())[0], code);
  const confirmed = await whatsapp(service, 'confirm', { account_id: accountId, whatsapp: number, code });
  assert.equal(confirmed.statusCode, 200);
  assert.deepEqual(
    (await asOperator(service, 'GET', '/api/v1/admin/outbox')).items.filter(
      (item: { whatsapp: string }) => item.whatsapp === number,
    ),
    [],
  );

  await pool.query(`insert into whatsapp_pause (until) values ('infinity')`);
  const again = await whatsapp(service, 'start', { account_id: accountId, whatsapp: number });
  assert.equal(again.json().code, 'number_already_verified');
});
