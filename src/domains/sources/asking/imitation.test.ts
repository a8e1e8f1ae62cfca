import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from '../port.ts';
import { openImitation } from './imitation.ts';

const charge = { units: 0, paise: 0, certain: true };
const miss: Outcome = { outcome: 'not_found', authoritative: true, charge };
const trouble: Outcome = { outcome: 'error', code: 'timeout', retryable: true, charge };
const out: Outcome = { outcome: 'out_of_credits' };

test('a source that was never asked is imitated as one that knows nothing', () => {
  assert.equal(openImitation().of('github').outcome.outcome, 'not_found');
});

test('a miss takes as long as one of the latest misses took, of the same source', () => {
  let draw = 0;
  const imitation = openImitation(() => draw);
  for (const ms of [10, 20, 30]) imitation.note('github', miss, ms);
  imitation.note('gitlab', miss, 999);
  const drawn = [0, 0.34, 0.99].map((next) => {
    draw = next;
    return imitation.of('github').ms;
  });
  assert.deepEqual(drawn, [30, 20, 10]);
});

test('only the latest twenty misses count', () => {
  const imitation = openImitation(() => 0.999);
  for (let ms = 1; ms <= 25; ms += 1) imitation.note('github', miss, ms);
  assert.equal(imitation.of('github').ms, 6);
});

for (const latest of [trouble, out]) {
  test(`a source whose latest outcome was ${latest.outcome} is imitated so, until it answers again`, () => {
    const imitation = openImitation(() => 0);
    imitation.note('github', miss, 10);
    imitation.note('github', latest, 4000);
    assert.deepEqual(imitation.of('github'), { outcome: latest, ms: 4000 });
    imitation.note('github', miss, 20);
    assert.deepEqual(imitation.of('github'), { outcome: miss, ms: 20 });
  });
}

test('what was found, is not applicable or was refused is never imitated', () => {
  const imitation = openImitation(() => 0);
  imitation.note('github', miss, 10);
  imitation.note('github', { outcome: 'refused', because: 'opted_out' }, 70);
  imitation.note('github', { outcome: 'not_applicable', reason: 'other_network' }, 80);
  imitation.note('github', { outcome: 'found' } as Outcome, 90);
  assert.deepEqual(imitation.of('github'), { outcome: miss, ms: 10 });
});
