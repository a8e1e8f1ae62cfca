import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '#core/clock.ts';
import { sendDue } from '#domains/mails/account-mails/send-mails.ts';
import { MailOutbox } from '#domains/mails/index.ts';
import { runJob } from '#test/support/jobs.ts';
import { customer } from '#test/support/kit.ts';
import { attemptsDue, serviceWithReceiver } from '#test/support/webhooks.ts';

const { calls, answer, origin, clock, service } = await serviceWithReceiver({ MAIL_OUTBOX: 'on' });

async function holder() {
  const email = `webhooks-${Math.random().toString(36).slice(2)}@works.example`;
  const { key } = await customer(service, 0, { email });
  const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    (
      await service.request(method, `/api/v1/webhooks/${path}`, {
        headers: { authorization: `Bearer ${key}` },
        body,
      })
    ).json();
  const { id } = await call('POST', 'endpoints', { url: `${origin}/dead`, name: 'CRM' });
  const test = () => call('POST', `endpoints/${id}/test`);
  const shown = async () => (await call('GET', 'endpoints')).items[0];
  const mails = () =>
    service.app.kernel.ports
      .use(MailOutbox)!
      .mails()
      .filter(({ to }) => to === email);
  return { id, call, test, shown, mails };
}

/** Hours of attempts, one look in each. */
async function pass(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    clock.advance(hourMs);
    await attemptsDue(service);
  }
}

test('an endpoint that fails for three days is switched off with a mail, and gets events again once it is resumed', async () => {
  const { id, call, test, shown, mails } = await holder();
  answer.status = 500;
  await test();
  await attemptsDue(service);
  const failing_since = new Date(clock.now()).toISOString();
  assert.deepEqual([(await shown()).failing_since, (await shown()).enabled], [failing_since, true]);
  await pass(71);
  await test();
  await pass(1);
  const off = await shown();
  assert.deepEqual([off.enabled, off.switched_off_at], [false, clock.now().toISOString()]);
  const { items } = await call('GET', 'deliveries');
  assert.deepEqual(
    items.map(({ status }: { status: string }) => status),
    ['failed', 'failed'],
  );
  await pass(30);
  await runJob(service, sendDue);
  assert.deepEqual(
    mails().map(({ subject }) => subject),
    ['A webhook endpoint was switched off: CRM'],
  );
  assert.match(mails()[0]!.text, new RegExp(`/app/webhooks/${id}`));

  answer.status = 200;
  await call('PATCH', `endpoints/${id}`, { enabled: true });
  const on = await shown();
  assert.deepEqual([on.enabled, on.switched_off_at, on.failing_since], [true, null, null]);
  calls.length = 0;
  await test();
  await attemptsDue(service);
  assert.equal(calls.length, 1);
});

test('one answer in the meantime, and the three days begin again', async () => {
  const { test, shown } = await holder();
  answer.status = 500;
  await test();
  await pass(50);
  answer.status = 200;
  await test();
  await attemptsDue(service);
  assert.equal((await shown()).failing_since, null);
  answer.status = 500;
  await test();
  await pass(60);
  assert.equal((await shown()).enabled, true);
  await pass(20);
  assert.equal((await shown()).enabled, false);
});
