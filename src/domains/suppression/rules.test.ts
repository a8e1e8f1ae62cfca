import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wayFor } from './rules.ts';

for (const [kind, mail, readProfile, way] of [
  ['email', true, true, 'mail'],
  ['email', true, false, 'mail'],
  ['email', false, true, 'operator'],
  ['email', false, false, 'operator'],
  ['profile', true, true, 'profile'],
  ['profile', false, true, 'profile'],
  ['profile', true, false, 'operator'],
  ['profile', false, false, 'operator'],
] as const) {
  test(`a request for a ${kind} goes to ${way} when mail is ${mail} and the profile can be read is ${readProfile}`, () => {
    assert.equal(wayFor(kind, { mail, readProfile }), way);
  });
}
