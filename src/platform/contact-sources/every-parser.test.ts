import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paidAsked } from '#test/support/contact-sources.ts';
import { fc } from '#test/support/properties.ts';
import { sourceAnswers } from '#test/support/source-answers.ts';
import { readContactOut } from './contactout/contactout.ts';
import { readFullContact } from './fullcontact/fullcontact.ts';
import { readHunter } from './hunter/hunter.ts';
import { readPersonEnrichment } from './peopledatalabs/peopledatalabs.ts';
import { readProspeo } from './prospeo/prospeo.ts';
import type { Outcome } from './source/outcome.ts';

const linkedIn = 'linkedin.com/in/jane-example';
const url = 'https://www.linkedin.com/in/jane-example';

const outcomes = new Set([
  'found',
  'not_found',
  'not_applicable',
  'pending',
  'refused',
  'rate_limited',
  'out_of_credits',
  'misconfigured',
  'error',
]);

/** What a parser may return: an outcome whose every value has provenance, or what the next call needs. */
function check(read: unknown): void {
  if (read === null || typeof read === 'string' || !Object.hasOwn(read as object, 'outcome')) return;
  const outcome = read as Outcome;
  assert.ok(outcomes.has(outcome.outcome));
  if (outcome.outcome !== 'found') return;
  for (const value of [...outcome.emails, ...outcome.phones, ...outcome.links]) {
    assert.ok(value.sources.length > 0);
    for (const { seen_at } of value.sources) assert.equal(new Date(seen_at).toISOString(), seen_at);
  }
  for (const { address } of outcome.emails) assert.match(address, /^[^\s@]+@[^\s@]+\.[^\s@]+$/);
  for (const { number } of outcome.phones) assert.match(number, /\d/);
  for (const text of Object.values(outcome.person)) assert.ok(text === null || typeof text === 'string');
}

/** Replaces one part of a good answer with something else. */
function spoilt(good: unknown, path: number[], other: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof good !== 'object' || good === null) return other;
  const keys = Object.keys(good);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return other;
  const inside = spoilt((good as Record<string, unknown>)[key], rest, other);
  return Array.isArray(good)
    ? good.map((entry, at) => (String(at) === key ? inside : entry))
    : { ...good, [key]: inside };
}

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
});

for (const [name, { read, good }] of Object.entries(sourceAnswers)) {
  test(`${name}: a good answer is parsed`, () => {
    const outcome = read(good);
    assert.ok(outcome !== null);
    check(outcome);
  });

  test(`${name}: any value at all is parsed without an exception`, () => {
    fc.assert(fc.property(anything, (value) => check(read(value))));
    fc.assert(fc.property(fc.jsonValue(), (value) => check(read(value))));
  });

  test(`${name}: a good answer with any part replaced by any value is parsed without an exception`, () => {
    const path = fc.array(fc.nat({ max: 12 }), { maxLength: 5 });
    const other = fc.oneof(
      anything,
      fc.constantFrom<unknown>(true, '', ' ', [], {}, 'x@y', Number.POSITIVE_INFINITY, '\u0000', url, [
        'a@b.example.org',
      ]),
    );
    fc.assert(
      fc.property(path, other, (steps, value) => check(read(spoilt(good, steps, value)))),
      { numRuns: 300 },
    );
  });
}

const paidReaders = {
  'People Data Labs': (answer: Answer) =>
    readPersonEnrichment(answer, paidAsked('people_data_labs', linkedIn, 1)),
  ContactOut: (answer: Answer) => readContactOut(answer, paidAsked('contactout', linkedIn, 2)),
  Prospeo: (answer: Answer) => readProspeo(answer, paidAsked('prospeo', linkedIn, 10)),
  FullContact: (answer: Answer) => readFullContact(answer, paidAsked('fullcontact', linkedIn, 1)),
  Hunter: (answer: Answer) => readHunter(answer, paidAsked('hunter', linkedIn, 1)),
};
type Answer = Parameters<typeof readHunter>[0];

for (const [name, read] of Object.entries(paidReaders)) {
  test(`${name}: any status with any body gives an outcome, and only a 200 can be a find`, () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), anything, (status, json) => {
        const outcome = read({ status, headers: {}, json });
        check(outcome);
        assert.ok(outcome.outcome !== 'found' || status === 200);
      }),
    );
  });
}
