/** The Grafana dashboard: its queries are ones that Prometheus understands, of metrics that the service has. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from './support/embedded.ts';
import { testService } from './support/service.ts';

interface Panel {
  title: string;
  targets?: { expr: string }[];
}
const file = join(import.meta.dirname, '../docs/monitoring/contactry.dashboard.json');
const { panels } = JSON.parse(readFileSync(file, 'utf8')) as { panels: Panel[] };
const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));

/** As Grafana fills in its variables. */
const filled = (expr: string) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');

test('promtool parses every query', async () => {
  await using folder = await temporaryFolder();
  const rules = queries.map(({ expr }, at) => ({ record: `query_${at}`, expr: filled(expr) }));
  const path = join(folder.path, 'queries.yml');
  // JSON is YAML.
  writeFileSync(path, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', path], { encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}${stderr}`);
  assert.match(stdout, new RegExp(`${queries.length} rules found`));
});

test('every query names metrics that are served', async () => {
  await using service = await testService();
  const text = await service.app.metrics.metrics();
  const served = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!));
  const named = new Set(
    queries.flatMap(({ expr }) => expr.match(/\b(?:contactry|process|nodejs)_\w+/g) ?? []),
  );
  for (const name of named)
    assert.ok(served.has(name) || served.has(name.replace(/_(?:count|bucket|sum)$/, '')), name);
  assert.ok(named.size > 15);
});
