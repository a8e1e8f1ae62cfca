import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allDescriptions } from '#platform/contact-sources/all-sources.ts';
import { sourceAnswers } from '../support/source-answers.ts';
import { tooFastIn } from './growth.ts';
import { sourceGroups } from './source-groups.ts';

test('every source is tried here; the website has its pages in the list of parsers', () => {
  const tried = new Set<string>(Object.values(sourceAnswers).map(({ source }) => source));
  assert.deepEqual(
    allDescriptions.map(({ id }) => id).filter((id) => !tried.has(id)),
    ['website'],
  );
});

for (const group of sourceGroups) {
  test(`the cost of reading ${group.name} grows no faster than it`, async () => {
    assert.deepEqual(await tooFastIn(group), []);
  });
}
