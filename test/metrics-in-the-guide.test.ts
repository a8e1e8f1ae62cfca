import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testService } from './support/service.ts';

const guide = readFileSync(join(import.meta.dirname, '../docs/guide/operating.md'), 'utf8');
const rules = readFileSync(join(import.meta.dirname, '../docs/monitoring/contactry.rules.yml'), 'utf8');

test('every metric of the alert rules is served', async () => {
  await using service = await testService();
  const text = await service.app.metrics.metrics();
  const named = new Set(
    [...rules.matchAll(/contactry_\w+/g)].map(([name]) => name.replace(/_(count|bucket)$/, '')),
  );
  assert.ok(named.size > 5);
  for (const name of named) assert.match(text, new RegExp(`^# TYPE ${name} `, 'm'));
});

test('the table of metrics lists those that are served', async () => {
  await using service = await testService();
  const text = await service.app.metrics.metrics();
  const served = [...text.matchAll(/^# TYPE (contactry_\w+) /gm)].map(([, name]) => name!);
  const [, table] = /### Metrics\n(.*?)\nCounters begin/s.exec(guide)!;
  const firstCells = table!.split('\n').map((line) => line.split('|')[1] ?? '');
  const listed = firstCells.flatMap((cell) => cell.match(/contactry_\w+/g) ?? []);
  assert.deepEqual(listed.sort(), served.sort());
});
