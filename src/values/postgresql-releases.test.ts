import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOutdated, releaseText } from './postgresql-releases.ts';

for (const [version, text] of [
  ['18.4', 'PostgreSQL 18.4 of May 2026'],
  ['18.6', 'PostgreSQL 18.6 of August 2026'],
  ['17.10', 'PostgreSQL 17.10 of May 2026'],
  ['16.14', 'PostgreSQL 16.14 of May 2026'],
  ['15.18', 'PostgreSQL 15.18 of May 2026'],
  ['18.99', 'PostgreSQL 18.99'],
  ['15.1', 'PostgreSQL 15.1'],
  ['19.0', 'PostgreSQL 19.0'],
] as const) {
  test(`the release ${version} is named ${text}`, () => assert.equal(releaseText(version), text));
}

for (const [version, now, expected] of [
  ['18.4', '2026-08-31T23:59:59.999Z', false],
  ['18.4', '2026-09-01T00:00:00.000Z', true],
  ['18.1', '2026-02-28T00:00:00Z', false],
  ['18.1', '2026-03-01T00:00:00Z', true],
  ['18.99', '2036-01-01T00:00:00Z', false],
] as const) {
  test(`on ${now} ${version} is ${expected ? 'outdated' : 'new enough'}`, () =>
    assert.equal(isOutdated(version, new Date(now)), expected));
}
