import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { FileOutput } from '#core/answers/file-answer.ts';
import { bodiesOf, type Door } from '#core/door.ts';

/** Signed bodies have a budget of their own. */
const takesLargeBodies = ({ access, bodyBytesMax = 0, ...door }: Door) =>
  access !== 'signed' && bodyBytesMax > 1024 * 1024 && Object.values(bodiesOf(door)).includes('raw');

test('operations that answer with a file or take a large body into memory take turns', () => {
  const without = manifest.operations.filter(
    ({ share, output, doors }) =>
      share === undefined && (output === FileOutput || doors.some(takesLargeBodies)),
  );
  assert.deepEqual(
    without.map(({ id }) => id),
    [],
  );
});

test('what a replica may answer takes turns, and shows no contacts', () => {
  const lagging = manifest.operations.filter(({ readsMayLag }) => readsMayLag);
  assert.ok(lagging.length > 5);
  const wrong = lagging.filter(
    ({ kind, share, showsContacts }) => kind !== 'query' || share !== 'reports' || showsContacts,
  );
  assert.deepEqual(
    wrong.map(({ id }) => id),
    [],
  );
});
