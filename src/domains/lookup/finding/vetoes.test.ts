import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { namesClash } from '#values/person-name.ts';
import { clashesWithMarks, nameMarks } from './vetoes.ts';

const profile = '7e1c1f2a-0000-8000-8000-000000000000';
const word = fc.stringMatching(/^[abÁé]{1,5}$/);
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const given = fc.oneof(name, fc.constantFrom('', '...', 'आशा', 'A.', 'abb-a'));

test('marks show for every name whether it clashes, as the known name itself would', () => {
  fc.assert(
    fc.property(name, given, (known, other) => {
      const marks = nameMarks('pepper', profile, known);
      assert.equal(clashesWithMarks('pepper', profile, other, marks), namesClash(other, known));
    }),
  );
});

test('marks of one name are others for each profile and pepper', () => {
  const marks = new Set([
    ...nameMarks('pepper', profile, 'Asha'),
    ...nameMarks('another pepper', profile, 'Asha'),
    ...nameMarks('pepper', profile.replace('7', '8'), 'Asha'),
  ]);
  assert.equal(marks.size, 15);
});
