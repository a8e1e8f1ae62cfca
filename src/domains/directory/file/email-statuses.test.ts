import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRows } from './read-rows.ts';

/** The statuses of the addresses of each row, the warnings, and how each column is read. */
async function statuses(text: string, format: 'csv' | 'ndjson') {
  const each: (string[] | string)[] = [];
  const said = { warnings: [] as string[], mapping: {} as Record<string, string | null> };
  async function* bytes() {
    yield Buffer.from(text);
  }
  for await (const { rows, warnings, mapping } of readRows(bytes(), { format })) {
    for (const row of rows)
      each.push(row.ok ? row.row.emails.map(({ status }) => status ?? '') : row.fault.reason);
    said.warnings = warnings;
    said.mapping = Object.fromEntries(mapping.map(({ header, column }) => [header, column]));
  }
  return { each, ...said };
}

test('a column belongs to the email column that it is named after, else to the only one', async () => {
  const header = 'profile_url,Work Email 1,Work Email 2,Work Email 2 Status,Email 1 Verification Status';
  const row = 'github.com/a,a@example.com,b@example.com; c@example.com,guessed,verified';
  const { each, warnings } = await statuses(`${header}\n${row}\n`, 'csv');
  assert.deepEqual(each, [['', 'guessed', 'guessed']]);
  assert.match(warnings[0]!, /^Guessed addresses may be among those read: Email 1 Verification Status may/);
  const only = 'profile_url,email,Primary Email Confidence\ngithub.com/a,a@example.com,predicted\n';
  const read = await statuses(only, 'csv');
  assert.deepEqual([read.each, read.warnings], [[['predicted']], []]);
});

test('of several columns about one address, the one that says guessed decides', async () => {
  const file =
    'profile_url,Email,Email Status,Email Confidence\ngithub.com/a,a@example.com,Verified,extrapolated\n' +
    'github.com/b,b@example.com,,\n';
  assert.deepEqual((await statuses(file, 'csv')).each, [['extrapolated'], ['']]);
});

test('a status that says neither seen nor guessed is a warning, unless it has no address', async () => {
  const file = (address: string) =>
    `profile_url,link,Work Email,Work Email Confidence\ngithub.com/a,a.example,${address},45\n`;
  const { warnings } = await statuses(file('a@example.com'), 'csv');
  assert.match(warnings[0]!, /^Guessed addresses may be among those read: Work Email Confidence has texts/);
  assert.deepEqual((await statuses(file(''), 'csv')).warnings, []);
});

test('a column that may reveal guesses and belongs to no email column is a warning of its own', async () => {
  const warned = async (header: string) =>
    (await statuses(`profile_url,email,link,${header}\n`, 'csv')).warnings;
  assert.match((await warned('Is guess'))[0]!, /^Guessed addresses .*Is guess may mark them/);
  assert.deepEqual((await warned('Lead Status,Email Last Verified At')).length, 1);
});

test('members and objects of NDJSON may say how sure they are of an address', async () => {
  const line = (members: object) => `${JSON.stringify({ profile_url: 'github.com/a', ...members })}\n`;
  const file =
    line({ work_email: 'a@example.com', work_email_status: 'guessed', email: 'b@example.com' }) +
    line({ emails: [{ address: 'c@example.com', status: 'Guess' }, 'd@example.com'] }) +
    line({ emails: ['e@example.com'], email_confidence: 40 });
  const { each, warnings } = await statuses(file, 'ndjson');
  assert.deepEqual(each, [['guessed', ''], ['Guess', ''], ['40']]);
  assert.match(warnings[0]!, /email_confidence has texts/);
});

test('a column that says something about another one is shown as what it is read as', async () => {
  const header = 'profile_url,E-mail 1 - Label,E-mail 1 - Value,E-mail 1 Status';
  const { mapping } = await statuses(`${header}\ngithub.com/a,Work,a@example.com,Verified\n`, 'csv');
  assert.deepEqual(mapping, {
    profile_url: 'profile_url',
    'E-mail 1 - Label': 'email_type',
    'E-mail 1 - Value': 'email',
    'E-mail 1 Status': 'email_status',
  });
});
