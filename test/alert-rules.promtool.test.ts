/** The alert rules, as Prometheus would evaluate them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { temporaryFolder } from './support/embedded.ts';

const rulesFile = join(import.meta.dirname, '../docs/monitoring/contactry.rules.yml');
const rules = readFileSync(rulesFile, 'utf8');

const folder = await temporaryFolder();
after(() => folder[Symbol.asyncDispose]());

const series = (name: string, values: string) => `      - { series: '${name}', values: '${values}' }`;
const bucket = (le: string, values: string) =>
  series(`contactry_http_answer_seconds_bucket{route="POST /api/v1/find",le="${le}"}`, values);
const slow = (all: string, fast: string) => [bucket('3', fast), bucket('10', all), bucket('+Inf', all)];
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
  ['ContactryDown', 'a process does not answer', [series('up{job="contactry"}', '0x9')], '5m', true],
  ['ContactryDown', 'every process answers', [series('up{job="contactry"}', '1x9')], '5m', false],
  [
    'ContactryFails',
    'requests fail',
    [series('contactry_http_answer_seconds_count{status="500"}', '0+60x20')],
    '15m',
    true,
  ],
  [
    'ContactryFails',
    'requests are refused',
    [series('contactry_http_answer_seconds_count{status="429"}', '0+60x20')],
    '15m',
    false,
  ],
  ['ContactrySlow', 'lookups take long', slow('60+60x30', '0+1x30'), '25m', true],
  ['ContactrySlow', 'lookups are fast', slow('0+60x30', '0+60x30'), '25m', false],
  [
    'ContactryOperatorAlert',
    'an alert is open',
    [series('contactry_operator_alerts{kind="no_workers"}', '1x9')],
    '5m',
    true,
  ],
  [
    'ContactryJobsFail',
    'a job fails again and again',
    [series('contactry_jobs_total{job="a",outcome="failed"}', '0+1x90')],
    '70m',
    true,
  ],
  [
    'ContactrySourceFails',
    'a source fails more often than it answers',
    [
      series('contactry_source_questions_total{source="a",outcome="error"}', '0+9x60'),
      series('contactry_source_questions_total{source="a",outcome="found"}', '0+1x60'),
    ],
    '50m',
    true,
  ],
  [
    'ContactrySourceFails',
    'a source rarely finds anything',
    [
      series('contactry_source_questions_total{source="a",outcome="not_found"}', '0+9x60'),
      series('contactry_source_questions_total{source="a",outcome="found"}', '0+1x60'),
    ],
    '50m',
    false,
  ],
  [
    'ContactryNoBackup',
    'the last backup is old',
    [series('contactry_backup_age_seconds', '99999x30')],
    '20m',
    true,
  ],
  ['ContactryOutgoingHeld', 'a copy sends nothing', [series('contactry_outgoing_held', '1x30')], '20m', true],
  [
    'ContactryRateLimitsNotShared',
    'Redis is gone',
    [series('contactry_rate_limit_shared', '0x30')],
    '20m',
    true,
  ],
  [
    'ContactryCommitsWait',
    'commits wait for a standby',
    [series('contactry_commits_waiting', '2x30')],
    '5m',
    true,
  ],
  [
    'ContactryCommitsWait',
    'a commit waited for a moment',
    [series('contactry_commits_waiting', '0x2 1 0x20')],
    '5m',
    false,
  ],
  [
    'ContactryCellBehind',
    'a cell gets no changes of the directory',
    [series('contactry_cell_follows', '0x30')],
    '5m',
    true,
  ],
  ['ContactryCellBehind', 'every cell follows', [series('contactry_cell_follows', '1x30')], '5m', false],
  [
    'ContactryReplicaAway',
    'the replica is away or far behind',
    [series('contactry_replica_used', '0x30')],
    '20m',
    true,
  ],
  [
    'ContactryReplicaAway',
    'the replica answers, or none is configured',
    [series('contactry_replica_used', '1x30')],
    '20m',
    false,
  ],
  [
    'ContactryTracesLost',
    'the collector takes no spans',
    [series('contactry_trace_spans_total{outcome="failed"}', '0+5x60')],
    '50m',
    true,
  ],
  [
    'ContactryTracesLost',
    'the collector takes every span',
    [
      series('contactry_trace_spans_total{outcome="failed"}', '5x60'),
      series('contactry_trace_spans_total{outcome="sent"}', '0+5x60'),
    ],
    '50m',
    false,
  ],
];

test('promtool accepts the file, and each alert has a case in which it fires', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', rulesFile], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${stdout}${stderr}`);
  const fired = new Set(cases.filter(([, , , , fires]) => fires).map(([alert]) => alert));
  assert.deepEqual([...rules.matchAll(/alert: (\w+)/g)].map(([, alert]) => alert!).sort(), [...fired].sort());
});

for (const [alert, words, inputs, at, fires] of cases) {
  test(`${alert} ${fires ? 'fires' : 'stays silent'} when ${words}`, () => {
    const labels = labelsOf(alert, words);
    const expected = fires ? `[{ exp_labels: ${labels} }]` : '[]';
    writeFileSync(join(folder.path, 'rules.yml'), rules);
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

const labels: Readonly<Record<string, string>> = {
  ContactryDown: '{ job: contactry }',
  ContactryJobsWait: '{ queue: customer }',
  ContactryOperatorAlert: '{ kind: no_workers }',
  ContactryJobsFail: '{ job: a }',
  ContactrySourceFails: '{ source: a }',
  ContactryMigrationIdle: '{ migration: a }',
  ContactryTracesLost: '{ outcome: failed }',
};

/** `absent` keeps the labels that its selector compares. */
const labelsOf = (alert: string, words: string): string =>
  alert === 'ContactryNoJobs' && words.includes('absent') ? '{ outcome: done }' : (labels[alert] ?? '{}');
