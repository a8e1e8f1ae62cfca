import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSearch } from './search.ts';

/** Guides whose sections have the same words, so that each word of theirs is in all of them. */
const sections = 200;
const words = [
  'a',
  'an',
  'the',
  'key',
  'keys',
  'keyring',
  'webhook',
  'lookup',
  'refund',
  'credit',
  'account',
];
const guides = [
  [
    '/docs/all',
    {
      title: 'All',
      summary: '',
      body: '',
      sections: Array.from({ length: sections }, (_, at) => ({
        ...{ anchor: `s${at}`, title: `Section ${at}`, depth: 2, isForOperators: false },
        text: `${words.join(' ')} only${at}`,
      })),
    },
  ],
] as unknown as Parameters<typeof openSearch>[0];

function counting() {
  let candidates = 0;
  const search = openSearch(guides, () => {
    candidates += 1;
  });
  return {
    search,
    of(query: string): number {
      candidates = 0;
      search(query);
      return candidates;
    },
  };
}

test('letters and common words cost nothing, whatever their number', () => {
  const cost = counting();
  for (const query of ['a', 'a e i o s t c p', 'the an', 'k w l r c a k w', 'a '.repeat(50), '. - _ %'])
    assert.equal(cost.of(query), 0, query);
  assert.equal(cost.of('ke'), 0, 'two letters are no beginning of a word');
});

test('a word is compared with the sections that have it, and six words at most', () => {
  const cost = counting();
  assert.equal(cost.of('webhook'), sections);
  assert.equal(cost.of('webhook webhook Webhook webhook,webhook'), 0, 'the same words again');
  assert.equal(cost.of('key'), 3 * sections, 'with the words that begin with it');
  assert.equal(cost.of('lookup refund'), 2 * sections);
  assert.equal(cost.of('key account'), 2 * sections, 'a short word begins others only at the end');
  assert.equal(
    cost.of('account credit refund lookup webhook keyring keys key'),
    6 * sections,
    'the seventh isn’t looked for',
  );
});

test('an answer is kept for the same words, in any case and with any spaces', () => {
  const cost = counting();
  assert.equal(cost.of('only177 refund'), sections + 1);
  assert.equal(cost.of('  the ONLY177   refund '), 0);
  for (let at = 0; at < 200; at += 1) cost.of(`only${at} credit`);
  assert.equal(cost.of('only177 refund'), sections + 1, 'of the newest 200');
});

test('a slip is forgiven in a word that no guide has', () => {
  const { search } = counting();
  assert.equal(search('webhok').length, 20);
  assert.equal(search('Only177')[0]?.address, '/docs/all#s177');
});
