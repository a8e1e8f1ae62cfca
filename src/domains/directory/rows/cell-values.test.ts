import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailsIn, isEmptyMarker, linksIn, phonesIn } from './cell-values.ts';

const texts = (values: { text: string }[]) => values.map(({ text }) => text);

const emails: [string, string[]][] = [
  ['a@x.example', ['a@x.example']],
  ['mailto:a%40x.example?subject=Hi', ['a@x.example']],
  ['Asha Example <a@x.example>', ['a@x.example']],
  [
    '"Example, Asha" <a@x.example>, Example; Zoe <z@x.example>; b@x.example',
    ['a@x.example', 'z@x.example', 'b@x.example'],
  ],
  [
    'a@x.example ::: b@x.example\nc@x.example|d@x.example',
    ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'],
  ],
  ['a@x.example; N/A', ['a@x.example']],
];
for (const [cell, values] of emails) {
  test(`the addresses in ${JSON.stringify(cell)} are ${values.join(' and ')}`, () => {
    assert.deepEqual(texts(emailsIn(cell)), values);
  });
}

test('an extension belongs to the number before it', () => {
  assert.deepEqual(texts(phonesIn('+1 202 555 0101, ext. 5; +1 202 555 0102;ext=6, +1 202 555 0103 x7')), [
    '+1 202 555 0101, ext. 5',
    '+1 202 555 0102;ext=6',
    '+1 202 555 0103 x7',
  ]);
  assert.deepEqual(texts(phonesIn("'+44 7700 900123")), ['+44 7700 900123']);
});

test('a comma within a link is the link’s', () => {
  assert.deepEqual(texts(linksIn('https://a.example/x,y, https://b.example,https://c.example')), [
    'https://a.example/x,y',
    'https://b.example',
    'https://c.example',
  ]);
});

test('a cell that says nothing is empty, and a name or country that sounds like it is not', () => {
  for (const text of ['N/A', 'n/a', 'NULL', 'null', '\\N', '-', '—', 'none', 'n.a.', '#N/A', 'NA'])
    assert.ok(isEmptyMarker('email', text), text);
  assert.ok(isEmptyMarker('last_name', 'NULL') && isEmptyMarker('last_name', 'N/A'));
  for (const name of ['Null', 'Na', 'None', 'Nan']) assert.ok(!isEmptyMarker('last_name', name), name);
  assert.ok(!isEmptyMarker('country', 'NA'));
});
