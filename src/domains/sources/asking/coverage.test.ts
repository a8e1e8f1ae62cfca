import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noContacts } from '#values/contacts/index.ts';
import { answerTo, askedFor, sumOf } from './coverage.ts';

const miss = (wanted: number) => ({ wanted, contacts: null });
const find = (wanted: number, full_name: string) => ({
  wanted,
  contacts: { ...noContacts, person: { ...noContacts.person, full_name } },
});

test('a free source is asked for everything, a paid one for what is wanted of what it has', () => {
  assert.deepEqual(askedFor({ tier: 'free', fields: ['links'] }, ['links']), ['emails', 'phones', 'links']);
  const paid = askedFor({ tier: 'paid', fields: ['emails', 'phones'] }, ['links', 'phones']);
  assert.deepEqual(paid, ['phones']);
});

test('fields are summed with 1 for emails, 2 for phones and 4 for links', () => {
  assert.deepEqual([sumOf(['emails']), sumOf(['links', 'phones']), sumOf([])], [1, 6, 0]);
});

test('what was not asked for leaves the question open', () => {
  assert.equal(answerTo([], ['emails']), undefined);
  assert.equal(answerTo([miss(2)], ['emails']), undefined);
  assert.equal(answerTo([find(1, 'Dana')], ['emails', 'phones']), undefined);
});

test('an answer to more than is asked answers it, and so do several together', () => {
  assert.equal(answerTo([miss(3)], ['emails']), null);
  assert.equal(answerTo([miss(1), miss(2)], ['emails', 'phones']), null);
  assert.equal(answerTo([find(1, 'Dana'), miss(2)], ['emails', 'phones'])?.person.full_name, 'Dana');
});
