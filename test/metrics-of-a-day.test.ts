import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { domain } from '#core/domain.ts';
import type { Job } from '#core/job.ts';
import { manifestOf } from '#core/manifest.ts';
import { eventually } from './support/eventually.ts';
import { type TestService, testSecrets, testService } from './support/service.ts';
import { openWaterfall } from './support/waterfall.ts';

const waterfall = await openWaterfall();
after(() => waterfall[Symbol.asyncDispose]());
const { service } = waterfall;

/** The lines of one metric, without its name: labels and value. */
async function metric(name: string, { app }: Pick<TestService, 'app'> = service): Promise<string[]> {
  const lines = (await app.metrics.metrics()).split('\n');
  return lines
    .filter((line) => line.startsWith(`contactry_${name}`))
    .map((line) => line.slice(10 + name.length));
}

const has = async (name: string, line: string) =>
  assert.ok((await metric(name)).includes(line), `${name}${line}: ${await metric(name)}`);

test('lookups are counted once by their final status, with what they were charged', async () => {
  await waterfall.begin();
  await waterfall.askOnly(['prospeo']);
  const { key } = await waterfall.accountWith(9);
  const find = (name: string, headers = {}) =>
    waterfall.find(key, { profile_url: `linkedin.com/in/${name}` }, headers);
  for (let at = 0; at < 2; at += 1) await find('asha-example', { 'idempotency-key': 'once' });
  await find('nobody-at-all');
  await find('broken-example');

  await has('lookups_total', '{status="completed",mode="live"} 1');
  await has('lookups_total', '{status="not_found",mode="live"} 1');
  await has('lookups_total', '{status="failed",mode="live"} 1');
  await has('credits_charged_total', ' 1');
  await has('source_questions_total', '{source="prospeo",outcome="found"} 1');
  await has('source_questions_total', '{source="prospeo",outcome="not_found"} 1');
  await has('source_questions_total', '{source="prospeo",outcome="error"} 1');
  const [paise] = await metric('source_paise_total{source="prospeo"}');
  assert.ok(Number(paise) > 0, `${paise} paise`);
});

test('a lookup of a test key has a mode of its own', async () => {
  const made = await service.admin('POST', '/api/v1/keys/create', {
    email: 'tester@example.com',
    mode: 'test',
  });
  await waterfall.find(made.json().key, { profile_url: 'linkedin.com/in/asha-example' });
  await has('lookups_total', '{status="completed",mode="test"} 1');
});

test('rows of an import are counted by what became of them', async () => {
  const rows = [
    'github.com/counted-a,A,a@works.example.com',
    'github.com/counted-a,A,a2@works.example.com',
    'github.com/counted-b,B,',
    'not a profile,C,c@works.example.com',
  ];
  await service.request('POST', '/api/v1/admin/directory/imports?file_name=counted.csv', {
    headers: { 'x-admin-secret': testSecrets.admin_secret, 'content-type': 'text/csv' },
    body: `profile_url,full_name,email\n${rows.join('\n')}\n`,
  });
  for (const [outcome, count] of Object.entries({
    new: 1,
    merged: 1,
    without_contact: 1,
    rejected: 1,
    suppressed: 0,
  }))
    await has('import_rows_total', `{outcome="${outcome}"} ${count}`);
});

test('an open alert is counted by its kind until it is closed', async () => {
  const { pool } = service.database;
  await pool.query(
    `insert into operator_alert (kind, subject) values ('key_banned', 'one'), ('key_banned', 'two')`,
  );
  await has('operator_alerts', '{kind="key_banned"} 2');
  await pool.query('update operator_alert set resolved_at = now()');
  assert.deepEqual(await metric('operator_alerts{kind="key_banned"}'), []);
});

test('jobs are counted by how they end, and one that fails is in the log', async () => {
  const logged: string[] = [];
  const keep = (fields: object) => void logged.push(JSON.stringify(fields));
  const log = { debug() {}, info() {}, warn: keep, error: keep };
  const job = (id: string, run: Job['run']): Job => ({ id, retries: { limit: 0 }, run });
  const jobs = [
    job('chores.sweep', async () => {}),
    job('chores.break', async () => {
      throw new Error('it broke');
    }),
  ];
  const { manifest } = await import('#app/manifest.ts');
  const chores = domain({ id: 'chores', title: 'Chores', description: 'Jobs of this test.', jobs });
  await using worker = await testService({ log, manifest: manifestOf([...manifest.domains, chores]) });
  for (const { id } of jobs) await worker.app.kernel.queue.send(worker.database.db, id, {});
  await worker.app.work();
  await eventually(async () => {
    const lines = await metric('jobs_total', worker);
    assert.ok(lines.includes('{job="chores.sweep",outcome="done"} 1'), String(lines));
    assert.ok(lines.includes('{job="chores.break",outcome="failed"} 1'), String(lines));
  });
  assert.match(logged.join('\n'), /"job":"chores.break"/);
});

test('without a replica, its metrics have no value, so that no alert rule sees one that is away', async () => {
  assert.deepEqual(await metric('replica_lag_seconds'), []);
  assert.deepEqual(await metric('replica_used'), []);
});
