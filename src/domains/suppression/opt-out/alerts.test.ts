import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { runJob } from '#test/support/jobs.ts';
import { asOperator } from '#test/support/kit.ts';
import { type OptOutTest, openOptOutTest } from '#test/support/opt-outs.ts';
import { testService } from '#test/support/service.ts';
import { optOutLimits } from '../rules.ts';
import { mailOptOuts } from './mail-opt-outs.ts';

const optOuts: OptOutTest = await openOptOutTest();
const { service, webhook, clock } = optOuts;
after(() => optOuts[Symbol.asyncDispose]());

beforeEach(async () => {
  clock.advance(dayMs);
  await service.database.pool.query('delete from opt_out_request');
  await service.database.pool.query('delete from operator_alert');
});

const startFor = async (email: string) => (await optOuts.start({ email })).json();
const sendMails = () => runJob(service, mailOptOuts);
/** Without those of a busy machine. */
const openAlerts = async ({ database } = service) =>
  (
    await database.pool.query<{ kind: string; subject: string }>(
      `select kind, subject from operator_alert
       where resolved_at is null and kind <> 'event_loop_stalled' order by kind, subject`,
    )
  ).rows.map(({ kind, subject }) => `${kind} ${subject}`);
const decide = (id: string, decision: 'approved' | 'declined') =>
  asOperator(service, 'POST', `/api/v1/admin/opt-outs/${id}/decision`, { decision, reason: 'a test' });

for (const decision of ['approved', 'declined'] as const) {
  test(`a request that waits for the operator is an alert until the last one is ${decision}`, async () => {
    const [one, other] = [
      (await optOuts.start({ profile_url: 'linkedin.com/in/waits-one' })).json(),
      (await optOuts.start({ profile_url: 'linkedin.com/in/waits-other' })).json(),
    ];
    assert.deepEqual(await openAlerts(), ['opt_out_waiting profile_not_readable']);
    await decide(one.id, decision);
    assert.deepEqual(await openAlerts(), ['opt_out_waiting profile_not_readable']);
    await decide(other.id, decision);
    assert.deepEqual(await openAlerts(), []);
  });
}

test('without a mail webhook a request by email is an alert', async () => {
  await using plain = await testService();
  await plain.request('POST', '/api/v1/opt-out', { body: { email: 'plain@example.com' } });
  assert.deepEqual(await openAlerts(plain), ['opt_out_waiting no_mail_webhook']);
});

test('a webhook that fails is an alert until it takes a mail', async () => {
  webhook.status = 503;
  await startFor('unsent@example.com');
  await sendMails();
  assert.deepEqual(await openAlerts(), ['mail_webhook_failed mails']);
  const { rows } = await service.database.pool.query('select details from operator_alert');
  assert.deepEqual(rows, [{ details: { reason: 'HTTP 503' } }]);
  webhook.status = 202;
  clock.advance(optOutLimits.mailRetryMs);
  await sendMails();
  assert.deepEqual(await openAlerts(), []);
});

test("a mail that was not taken within an hour is the operator's, and the alert says so", async () => {
  webhook.status = 503;
  const { id } = await startFor('late@example.com');
  clock.advance(optOutLimits.unmailedMs - 1);
  await sendMails();
  assert.deepEqual(await openAlerts(), ['mail_webhook_failed mails']);
  clock.advance(1);
  await sendMails();
  webhook.status = 202;
  assert.deepEqual(await openAlerts(), ['mail_webhook_failed mails', 'opt_out_waiting mail_not_taken']);
  await decide(id, 'approved');
  assert.deepEqual(await openAlerts(), ['mail_webhook_failed mails']);
});

test("a mail that the sender gives up is the operator's, and the webhook is well", async () => {
  webhook.status = 422;
  const { id } = await startFor('refused@example.com');
  await sendMails();
  webhook.status = 202;
  const request = (await optOuts.openRequests()).find((open) => open.id === id);
  assert.deepEqual(
    [request?.way, request?.waits_because, request?.expires_at, request?.mailed_at],
    ['operator', 'mail_refused', null, null],
  );
  assert.deepEqual(await openAlerts(), ['opt_out_waiting mail_refused']);
});

test('the request beyond the limit of mails is an alert until the person proves it by an earlier one', async () => {
  const { id, token } = await optOuts.mailed('often@example.com');
  for (let at = 0; at < 3; at += 1) await startFor('often@example.com');
  assert.deepEqual(await openAlerts(), ['opt_out_waiting too_many_mails']);
  await optOuts.confirm({ request_id: id, token });
  assert.deepEqual(await openAlerts(), []);
});

test('alerts name no person, and a thousand requests are one alert', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => optOuts.start({ profile_url: `linkedin.com/in/crowd-${at}` })),
  );
  const { rows } = await service.database.pool.query('select details::text from operator_alert');
  assert.equal(rows.length, 1);
  assert.doesNotMatch(rows[0].details, /crowd|linkedin/);
});
