/** The rules of the guide, as Prometheus would evaluate them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { temporaryFolder } from './support/embedded.ts';

const guide = readFileSync(join(import.meta.dirname, '../docs/guide/operating.md'), 'utf8');
const [, rules] = /```yaml\n(groups:.*?)```/s.exec(guide)!;

const folder = await temporaryFolder();
after(() => folder[Symbol.asyncDispose]());

const series = (name: string, values: string) => `      - { series: '${name}', values: '${values}' }`;
const cases: [alert: string, words: string, inputs: string[], at: string, fires: boolean][] = [
  ['ContactryNoJobs', 'the series of jobs is absent', [series('up{job="contactry"}', '1x90')], '90m', true],
  [
    'ContactryNoJobs',
    'no job has ended for an hour',
    [series('contactry_jobs_total{job="a",outcome="done"}', '7x90')],
    '90m',
    true,
  ],
  [
    'ContactryNoJobs',
    'jobs end',
    [series('contactry_jobs_total{job="a",outcome="done"}', '0+1x90')],
    '90m',
    false,
  ],
  [
    'ContactryNoJobs',
    'the only worker has just started',
    [series('contactry_jobs_total{job="a",outcome="done"}', '_x5 1x4 2x20')],
    '10m',
    false,
  ],
  [
    'ContactryNoJobs',
    'the only worker restarts',
    [series('contactry_jobs_total{job="a",outcome="done"}', '1+1x80 _x5 0+1x9')],
    '85m',
    false,
  ],
  [
    'ContactryMigrationIdle',
    'a background migration has not moved for an hour',
    [series('contactry_background_migration_idle_seconds{migration="a"}', '0+60x90')],
    '80m',
    true,
  ],
  [
    'ContactryMigrationIdle',
    'it moves, or an operator pauses it',
    [series('contactry_background_migration_idle_seconds{migration="a"}', '10x90')],
    '80m',
    false,
  ],
  ['ContactryNoWorkers', 'no worker is alive', [series('contactry_workers', '1x5 0x5')], '9m', true],
  [
    'ContactryNoWorkers',
    'the only worker restarts',
    [series('contactry_workers', '1x5 0x0 1x5')],
    '7m',
    false,
  ],
  [
    'ContactryNoWorkers',
    'the only process restarts',
    [series('contactry_workers', '1x5 _x1 1x5')],
    '7m',
    false,
  ],
  ['ContactryNoWorkers', 'nothing says anything about workers', [series('up', '1x9')], '7m', true],
  ['ContactryNoWorkers', 'a worker is alive', [series('contactry_workers', '1x9')], '7m', false],
  [
    'ContactryJobsWait',
    'a job has waited for long',
    [series('contactry_jobs_oldest_seconds{queue="customer"}', '700x20')],
    '15m',
    true,
  ],
];

for (const [alert, words, inputs, at, fires] of cases) {
  test(`${alert} ${fires ? 'fires' : 'stays silent'} when ${words}`, () => {
    const labels = labelsOf(alert, words);
    const expected = fires ? `[{ exp_labels: ${labels} }]` : '[]';
    writeFileSync(join(folder.path, 'rules.yml'), rules!);
    writeFileSync(
      join(folder.path, 'test.yml'),
      `rule_files: [rules.yml]
evaluation_interval: 30s
tests:
  - interval: 1m
    input_series:
${inputs.join('\n')}
    alert_rule_test:
      - { eval_time: ${at}, alertname: ${alert}, exp_alerts: ${expected} }
`,
    );
    const { status, stdout, stderr } = spawnSync(
      'promtool',
      ['test', 'rules', join(folder.path, 'test.yml')],
      {
        encoding: 'utf8',
      },
    );
    assert.equal(status, 0, `${stdout}${stderr}`);
  });
}

/** `absent` keeps the labels that its selector compares. */
function labelsOf(alert: string, words: string): string {
  if (alert === 'ContactryJobsWait') return '{ queue: customer }';
  if (alert === 'ContactryMigrationIdle') return '{ migration: a }';
  return alert === 'ContactryNoJobs' && words.includes('absent') ? '{ outcome: done }' : '{}';
}
