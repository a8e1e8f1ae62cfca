import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sendDue } from '#domains/mails/account-mails/send-mails.ts';
import { runJob } from '#test/support/jobs.ts';
import { asOperator, customer, find, importRows } from '#test/support/kit.ts';
import { type OptOutTest, openOptOutTest } from '#test/support/opt-outs.ts';

let optOuts: OptOutTest;
before(async () => {
  optOuts = await openOptOutTest();
});
after(() => optOuts[Symbol.asyncDispose]());

const reason = 'asked by letter';

/** The mails to an address. */
async function mailsTo(address: string): Promise<{ template: string; text: string }[]> {
  await runJob(optOuts.service, sendDue);
  return optOuts.webhook.calls.map(({ body }) => JSON.parse(body).data).filter(({ to }) => to === address);
}

test('an access request is answered by mail: every value, where it was seen, and how often it was given out', async () => {
  const { service } = optOuts;
  const link = 'https://www.linkedin.com/in/asks-example';
  const row = `${link},Asks Example,asks@works.example,+12025550141,https://works.example/team,2026-03-05`;
  await importRows(service, `profile_url,full_name,email,phone,source_url,seen_at\n${row}`);
  await find(service, await customer(service), link);
  const body = { profile_url: link, mail_to: 'asks@example.com', reason };
  const answer = await asOperator(service, 'POST', '/api/v1/admin/people/answer', body);
  assert.deepEqual(answer, { profiles: 1, mailed: true });
  const [{ template, text }, ...others] = (await mailsTo('asks@example.com')) as [
    { template: string; text: string },
  ];
  assert.deepEqual([template, others], ['person_answer', []]);
  for (const part of [
    link,
    'Asks Example',
    'asks@works.example (https://works.example/team, ',
    '+12025550141',
    ': once, last on',
  ])
    assert.ok(text.includes(part), `${part} in ${text}`);
  const { rows } = await service.database.pool.query('select recipient, message from account_mail');
  assert.deepEqual(rows, [{ recipient: null, message: null }], 'neither address nor words stay');
});

test('a person of whom nothing is known is answered, too', async () => {
  const body = { email: 'unknown@works.example', mail_to: 'unknown@works.example', reason };
  const answer = await asOperator(optOuts.service, 'POST', '/api/v1/admin/people/answer', body);
  assert.deepEqual(answer, { profiles: 0, mailed: true });
  assert.match((await mailsTo('unknown@works.example'))[0]!.text, /Nothing is stored about you\./);
});

test('an erasure is confirmed by mail, to the address that the operator names', async () => {
  const body = { email: 'goes@works.example', mail_to: 'goes@example.com', reason };
  await asOperator(optOuts.service, 'POST', '/api/v1/admin/people/erasure', body);
  assert.equal((await mailsTo('goes@example.com'))[0]!.template, 'person_erased');
});

for (const [decision, subject] of [
  ['approved', 'You have opted out'],
  ['declined', 'Your opt-out was declined'],
] as const) {
  test(`an opt-out that an operator ${decision} is answered by mail`, async () => {
    const { service } = optOuts;
    const email = `${decision}@works.example`;
    const { id } = await optOuts.mailed(email);
    await asOperator(service, 'POST', `/api/v1/admin/opt-outs/${id}/decision`, { decision, reason });
    const last = (await mailsTo(email)).at(-1) as unknown as { subject: string };
    assert.equal(last.subject, subject);
  });
}
