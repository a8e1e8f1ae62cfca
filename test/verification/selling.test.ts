import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { asOperator, type Customer, customer, importRows } from '#test/support/kit.ts';
import { withSettings } from '#test/support/settings.ts';
import { statementsOf } from '#test/support/statements.ts';
import { openMailWorld } from './mail-world.ts';

const greet = Promise.withResolvers<void>();
let world: Awaited<ReturnType<typeof openMailWorld>>;
let caller: Customer;
before(async () => {
  world = await openMailWorld({
    good: {},
    dead: { mailboxes: [] },
    all: { rcpt: () => '250 OK\r\n' },
    slow: { greetsAfter: greet.promise },
  });
  caller = await customer(world.service, 100);
});
after(() => world[Symbol.asyncDispose]());

let people = 0;

/** A person of the directory with these emails. */
async function person(emails: string[], others: { phone?: string } = {}): Promise<string> {
  const link = `https://www.linkedin.com/in/person-${++people}`;
  const rows = emails.map((email) => `${link},${email},${others.phone ?? ''}`);
  await importRows(world.service, `profile_url,email,phone\n${rows.join('\n')}\n`);
  return link;
}

const look = async (profile_url: string, more: object = {}) =>
  (await world.service.withKey(caller.key, 'POST', '/api/v1/find', { profile_url, ...more })).json();

const seen = ({ emails }: { emails: { address: string; status: string }[] }) =>
  emails.map(({ address, status }) => `${address} ${status}`);

test('a person with a dead email alone is a miss and free', async () => {
  const link = await person(['mira@dead.example']);
  assert.equal((await look(link)).credits.charged, 1);
  await world.checkAll();
  const { status, emails, credits } = await look(link);
  assert.deepEqual([status, emails, credits.charged, credits.reason], ['not_found', [], 0, 'not_found']);
});

test('a person with a dead email and a phone is sold for the phone', async () => {
  const link = await person(['mira@dead.example'], { phone: '+12025550143' });
  await world.checkAll();
  const { emails, phones, credits } = await look(link);
  assert.deepEqual([emails.length, phones.length, credits.charged], [0, 1, 1]);
  assert.equal((await look(link, { include: ['emails'] })).credits.charged, 0);
});

test('emails have their status and its age, the best first', async () => {
  const link = await person(['mira@all.example', 'mira@dead.example', 'mira@good.example']);
  await world.checkAll();
  const answer = await look(link);
  assert.deepEqual(seen(answer), ['mira@good.example verified', 'mira@all.example accept_all']);
  assert.equal(answer.emails[0].confidence, 97);
  const { rows } = await world.service.database.pool.query<{ checked_at: Date }>(
    "select checked_at from email_verdict where verdict = 'valid'",
  );
  assert.ok(rows.some(({ checked_at }) => checked_at.toISOString() === answer.emails[0].verified_at));
});

test('a find sends one statement, with verdicts and without', async () => {
  const link = await person(['mira@good.example', 'mira@dead.example']);
  await look(link);
  const before = await statementsOf(() => look(link));
  await world.checkAll();
  await eventually(async () => assert.deepEqual(await statementsOf(() => look(link)), before));
  assert.equal(before.filter((text) => text.includes('lookup_answer_batch')).length, 1);
});

test('an import after the verdict leaves a dead email unsold', async () => {
  const link = await person(['mira@dead.example']);
  await world.checkAll();
  await importRows(world.service, `profile_url,email,company\n${link},mira@dead.example,Works\n`);
  assert.equal((await look(link)).status, 'not_found');
  const other = await person(['mira@dead.example', 'mira@good.example']);
  assert.deepEqual(seen(await look(other)), ['mira@good.example verified']);
});

test('a verdict that has expired no longer counts, and the email is sold again', async () => {
  const link = await person(['mira@dead.example']);
  await world.checkAll();
  assert.equal((await look(link)).status, 'not_found');
  await world.service.database.pool.query('update email_verdict set expires_at = now()');
  await world.expire();
  assert.deepEqual(seen(await look(link)), ['mira@dead.example unknown']);
  assert.equal((await world.service.database.pool.query('select from email_verdict')).rowCount, 0);
});

test('fresh: the emails are checked before they are sold', async () => {
  const link = await person(['noor@good.example', 'mira@good.example']);
  const answer = await look(link, { verify: 'fresh' });
  assert.deepEqual(seen(answer), ['mira@good.example verified']);
  assert.equal(answer.credits.charged, 1);
  const dead = await person(['noor@good.example']);
  const connections = world.connectionsTo('good');
  const miss = await look(dead, { verify: 'fresh' });
  assert.deepEqual([miss.status, miss.credits.charged], ['not_found', 0]);
  assert.equal(world.connectionsTo('good'), connections, 'a verdict of today is fresh');
});

test('fresh: a check that takes longer is pending, and its answer can be fetched', async () => {
  const link = await person(['mira@slow.example']);
  await using _impatient = await withSettings(world.service, { lookup_budget_ms: 0 });
  const pending = await look(link, { verify: 'fresh' });
  assert.deepEqual([pending.status, pending.credits.charged], ['pending', 0]);
  greet.resolve();
  const answer = await eventually(async () => {
    const fetched = await world.service.withKey(caller.key, 'GET', `/api/v1/find/${pending.id}`);
    assert.equal(fetched.json().status, 'completed', fetched.body);
    return fetched.json();
  });
  assert.deepEqual([seen(answer), answer.credits.charged], [['mira@slow.example verified'], 1]);
});

test('min_status: worse emails are left out and not charged for', async () => {
  const link = await person(['mira@all.example', 'mira@good.example', 'noor@unchecked.example']);
  await world.checkAll();
  assert.deepEqual(seen(await look(link, { min_status: 'accept_all' })), [
    'mira@good.example verified',
    'mira@all.example accept_all',
  ]);
  const other = await person(['mira@all.example']);
  await world.checkAll();
  const miss = await look(other, { min_status: 'verified' });
  assert.deepEqual([miss.status, miss.credits.charged], ['not_found', 0]);
});

test('a suppressed person is as unknown with verification: no server is asked, the same answer, the same statements', async () => {
  const hidden = await person(['hid@good.example']);
  const unknown = hidden.replace('person', 'nobody');
  await asOperator(world.service, 'POST', '/api/v1/admin/suppressions', {
    profile_url: hidden,
    reason: 'test',
  });
  const commands = world.commandsAt('good').length;
  await world.checkAll();
  const nameless = (answer: object) =>
    JSON.stringify(answer)
      .replace(/lkp_\w+|(person|nobody)-\d+/g, '')
      .replace(/"created_at":"[^"]+"/, '');
  for (const more of [{}, { verify: 'fresh' }, { min_status: 'verified' }]) {
    assert.equal(nameless(await look(hidden, more)), nameless(await look(unknown, more)));
    await eventually(async () =>
      assert.deepEqual(
        await statementsOf(() => look(hidden, more)),
        await statementsOf(() => look(unknown, more)),
      ),
    );
  }
  assert.equal(
    world
      .commandsAt('good')
      .slice(commands)
      .some((command) => command.includes('hid@')),
    false,
  );
  assert.equal(
    (
      await world.service.database.pool.query(
        'select from email_verdict where key in (select unnest(suppression_keys) from directory_profile where url = $1)',
        [hidden],
      )
    ).rowCount,
    0,
  );
});

test('an opt-out empties the verdicts on a person’s emails', async () => {
  const link = await person(['mira@good.example']);
  await world.checkAll();
  const verdicts = async () =>
    (
      await world.service.database.pool.query(
        `select verdict, mx from email_verdict where expires_at > now() and key in (select unnest(suppression_keys) from directory_profile where url = $1)`,
        [link],
      )
    ).rows;
  assert.deepEqual(await verdicts(), [{ verdict: 'valid', mx: 'mx.good.example' }]);
  await asOperator(world.service, 'POST', '/api/v1/admin/suppressions', {
    profile_url: link,
    reason: 'test',
  });
  assert.deepEqual(await verdicts(), []);
});
