import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progressOf, type Steps } from './rules.ts';

const steps = (email: boolean, whatsapp: boolean, profile: boolean, required = true): Steps => ({
  email: { done: email, required: true },
  whatsapp: { done: whatsapp, required },
  business_profile: { done: profile, required: true },
});

const cases: [words: string, all: Steps, state: string, missing: string[]][] = [
  ['nothing is done', steps(false, false, false), 'not_started', ['email', 'whatsapp', 'business_profile']],
  ['only the email is', steps(true, false, false), 'in_progress', ['whatsapp', 'business_profile']],
  ['only the number is', steps(false, true, false), 'in_progress', ['email', 'business_profile']],
  ['a required number is missing', steps(true, false, true), 'in_progress', ['whatsapp']],
  ['a number that is not required is missing', steps(true, false, true, false), 'complete', []],
  ['everything is done', steps(true, true, true), 'complete', []],
];
for (const [words, all, state, missing] of cases) {
  test(`onboarding is ${state} while ${words}`, () => {
    const progress = progressOf(all);
    assert.deepEqual([progress.state, progress.missing], [state, missing]);
  });
}

test('a number that is proved counts as a step done, required or not', () => {
  assert.deepEqual(progressOf(steps(false, true, false, false)).steps, ['whatsapp']);
});
