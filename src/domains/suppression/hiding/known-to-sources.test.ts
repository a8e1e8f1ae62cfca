import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { openWaterfall, paidIds, type Waterfall } from '#test/support/waterfall.ts';

let waterfall: Waterfall;
before(async () => {
  waterfall = await openWaterfall();
});
beforeEach(async () => {
  await waterfall.begin();
  await query('truncate suppression, lookup, lookup_repeat, usage_event');
  await waterfall.switchSources([...paidIds, 'github_commits', 'website', 'mastodon', 'npm'], false);
});
after(() => waterfall[Symbol.asyncDispose]());

const person = 'github.com/asha-example';
const address = 'asha@works.example.com';

const query = async (text: string, values: unknown[] = []) =>
  (await waterfall.service.database.pool.query(text, values)).rows;

async function asOperator(path: string, body: object) {
  const response = await waterfall.service.admin('POST', `/api/v1/admin/${path}`, body);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

/** The links were disclosed to an account, and only GitHub's stored answer has the address. */
async function toldOfLinks() {
  await waterfall.switchSources(['gravatar'], false);
  const { key } = await waterfall.accountWith(3);
  const headers = { 'idempotency-key': 'links of asha' };
  const again = async () =>
    (await waterfall.find(key, { profile_url: person, include: ['links'] }, headers)).json();
  const first = await again();
  assert.deepEqual([first.status, first.emails], ['completed', []]);
  const fetched = async () =>
    (await waterfall.service.withKey(key, 'GET', `/api/v1/find/${first.id}`)).json();
  return { again, fetched };
}

/** Tables that hold the address. */
async function traces(): Promise<string[]> {
  const texts = {
    source_answer: 'contacts',
    source_profile: 'url',
    http_validator: 'body',
    lookup: 'answer',
  };
  const found = [];
  for (const [table, column] of Object.entries(texts)) {
    const rows = await query(`select from ${table} where ${column}::text ilike any (array[$1, $2])`, [
      `%${address}%`,
      '%Asha Example%',
    ]);
    if (rows.length > 0) found.push(table);
  }
  return found;
}

test('a suppressed address hides a person whom only sources know, in stored answers too', async () => {
  const { again, fetched } = await toldOfLinks();
  const hidden = await asOperator('suppressions', { email: address, reason: 'a test' });
  assert.deepEqual([hidden.profiles_hidden, hidden.answers_withdrawn], [1, 1]);
  for (const answer of [await again(), await fetched()]) {
    assert.deepEqual([answer.status, answer.person.full_name, answer.links], ['not_found', null, []]);
  }
  assert.deepEqual(await traces(), []);
  const { items } = (
    await waterfall.service.admin('GET', `/api/v1/admin/suppressions?profile_url=${person}`)
  ).json();
  assert.ok(items[0].because_of, 'the profile is on the list because of the address');
});

test('an export by an address finds what sources said', async () => {
  await toldOfLinks();
  const { profiles } = await asOperator('people/export', { email: address });
  assert.equal(profiles.length, 1);
  const [{ profile, directory, source_answers, recipients_total, suppressed }] = profiles;
  assert.deepEqual([profile.url, directory, suppressed], [`https://${person}`, null, false]);
  assert.equal(source_answers[0].emails[0].address, address);
  assert.equal(recipients_total, 1);
});

for (const suppress of [true, false]) {
  test(`an erasure by an address reaches what sources said, ${suppress ? 'with' : 'without'} a suppression`, async () => {
    const { again } = await toldOfLinks();
    const erased = await asOperator('people/erasure', { email: address, reason: 'a test', suppress });
    const { source_answers_erased, answers_withdrawn, accounts_told } = erased;
    assert.deepEqual([source_answers_erased, answers_withdrawn, accounts_told], [1, 1, 1]);
    assert.deepEqual(await traces(), []);
    assert.equal((await again()).status, 'not_found');
    const listed = await query("select from suppression where kind = 'profile'");
    assert.equal(listed.length, suppress ? 1 : 0);
  });
}

test('an address is found in what a vendor sent after the answer read from it has gone', async () => {
  await toldOfLinks();
  await query('delete from source_answer');
  await asOperator('people/erasure', { email: address, reason: 'a test', suppress: false });
  assert.deepEqual(await traces(), []);
});

test('a suppressed address that comes after the answer was given hides the person, and is not kept', async () => {
  const gravatar = waterfall.standIn('gravatar');
  await waterfall.switchSources(['gravatar'], true);
  gravatar.control.trouble = 'silent';
  await asOperator('suppressions', { email: 'asha@home.example.net', reason: 'a test' });
  const { key } = await waterfall.accountWith(3);
  const ask = async () => (await waterfall.find(key, { profile_url: person, include: ['emails'] })).json();
  assert.equal((await ask()).status, 'completed');
  gravatar.release();
  await eventually(async () => assert.deepEqual(await traces(), []));
  assert.equal((await ask()).status, 'not_found');
});
