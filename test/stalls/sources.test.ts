import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactsOf } from '#domains/sources/asking/contacts-of.ts';
import { allDescriptions } from '#platform/contact-sources/all-sources.ts';
import type { Outcome } from '#platform/contact-sources/source/outcome.ts';
import { answerOf } from '#platform/outgoing/vendors/vendor-answer.ts';
import { sourceAnswers } from '../support/source-answers.ts';
import { hostileTexts } from './hostile-text.ts';
import { spoiltAnswers } from './spoilt-answers.ts';
import { stallMs, stallMsMax } from './thread-time.ts';

test('every source is tried here; the website has its pages in the list of parsers', () => {
  const tried = new Set<string>(Object.values(sourceAnswers).map(({ source }) => source));
  assert.deepEqual(
    allDescriptions.map(({ id }) => id).filter((id) => !tried.has(id)),
    ['website'],
  );
});

for (const [name, { read, good }] of Object.entries(sourceAnswers)) {
  test(`${name}: an answer with hostile text in any place is read within ${stallMsMax} ms`, async () => {
    const slow: string[] = [];
    for (const { name: hostile, json } of spoiltAnswers(good)) {
      const ms = await stallMs(() => understand(read(json)));
      if (ms > stallMsMax) slow.push(`${hostile}: ${Math.round(ms)} ms`);
    }
    assert.deepEqual(slow, []);
  });
}

/** As far as the contacts in it. */
function understand(read: unknown): void {
  const outcome = read as Outcome | null;
  if (outcome?.outcome === 'found') contactsOf(outcome, '2026-11-01T00:00:00.000Z');
}

const answerBytesMax = 1024 * 1024;

test(`an answer of ${answerBytesMax.toLocaleString('en')} hostile bytes is parsed within ${stallMsMax} ms, and not being JSON is no fault`, async () => {
  const slow: string[] = [];
  const headers = { 'content-type': 'application/json' };
  for (const { name, text } of [
    ...hostileTexts(answerBytesMax),
    ...hostileTexts(answerBytesMax, '{"a":"', '"}'),
    ...nested(answerBytesMax),
  ]) {
    const body = Buffer.from(text);
    const ms = await stallMs(() => answerOf({ ok: true, status: 200, headers, body, ms: 1 }));
    if (ms > stallMsMax) slow.push(`${name}: ${Math.round(ms)} ms`);
  }
  assert.deepEqual(slow, []);
});

function nested(length: number) {
  const list = (piece: string) => `[${piece.repeat(length / (piece.length + 1))}${piece}]`;
  return [
    { name: 'lists in lists', text: '['.repeat(length / 2) + ']'.repeat(length / 2) },
    { name: 'objects in objects', text: `${'{"a":'.repeat(length / 6)}1${'}'.repeat(length / 6)}` },
    { name: 'many empty lists', text: list('[],').replace(/,\]$/, ']') },
  ];
}
