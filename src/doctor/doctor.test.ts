import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '#app/start/config.ts';
import type { Finding } from '#core/parts/health.ts';
import { openStandIns } from '#dev/stand-ins/contact-sources/all-stand-ins.ts';
import { openRazorpayStandIn } from '#dev/stand-ins/razorpay/open-stand-in.ts';
import { openCloudApiStandIn } from '#dev/stand-ins/whatsapp/cloud-api-stand-in.ts';
import { testDatabase } from '#test/support/database.ts';
import { temporaryFolder } from '#test/support/embedded.ts';
import { selfSignedLoopback } from '#test/support/outgoing/self-signed.ts';
import { openStandInSite } from '#test/support/outgoing/stand-in-site.ts';
import { checkCertificate } from './check-certificate.ts';
import { checkConfiguration } from './check-configuration.ts';
import { checkDatabase } from './check-database.ts';
import { checkNode, checkSecretFiles } from './check-machine.ts';
import { checkRedis, checkService } from './check-running.ts';
import { checkVendors } from './check-vendors.ts';

const stateOf = (findings: Finding[], check: string) =>
  findings.filter((each) => each.check === check).map(({ state, says }) => `${state}: ${says}`);

test('every wrong variable is a fault, and the checks continue with the others', () => {
  const { findings, config } = checkConfiguration({ PORT: 'eighty', LOG_LEVEL: 'loud' });
  assert.deepEqual(
    findings.map(({ state, remedy }) => [state, remedy.split(' ')[1]]),
    [
      ['fault', 'PORT'],
      ['fault', 'LOG_LEVEL'],
    ],
  );
  assert.equal(config?.PORT, 8080);
  assert.ok(findings.every(({ remedy }) => remedy !== ''));
});

test('two variables that belong together hide no other check', () => {
  const { findings, config } = checkConfiguration({ PAYMENT_PROVIDER: 'razorpay' });
  assert.equal(findings[0]!.state, 'fault');
  assert.notEqual(config, null);
});

test('an old Node.js is a fault', () => {
  assert.equal(checkNode('20.1.0')[0]!.state, 'fault');
  assert.equal(checkNode()[0]!.state, 'ok');
});

test('secrets that others can read are a fault', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'secrets.json');
  await writeFile(file, '{}', { mode: 0o600 });
  const config = readConfig({ DATA_DIR: folder.path });
  const states = async () =>
    (await checkSecretFiles(config, join(folder.path, '.env'))).map(({ state }) => state);
  assert.deepEqual(await states(), ['ok']);
  await chmod(file, 0o644);
  assert.deepEqual(await states(), ['fault']);
});

test('a database that may lose commits, lacks migrations or has newer ones is reported with a remedy', async () => {
  await using database = await testDatabase();
  const config = readConfig({ DATABASE_URL: database.url });
  const { rows } = await database.pool.query(`select current_setting('fsync') as fsync`);
  const whole = await checkDatabase(config);
  assert.deepEqual(stateOf(whole, 'migrations'), ['ok: Every migration is applied.']);
  assert.equal(
    stateOf(whole, 'database').some((line) => line.startsWith('fault: fsync')),
    rows[0].fsync === 'off',
  );
  const newer = `insert into schema_migration (name, sha256, oldest_release) values ('9999_later.sql', '', $1)`;
  await database.pool.query(newer, ['3.0.0']);
  assert.match(
    stateOf(await checkDatabase(config), 'migrations')[1]!,
    /^warning: 1 migration of a newer release applied, from 9999_later.*runs on/,
  );
  await database.pool.query(`delete from schema_migration where name = '9999_later.sql'`);
  await database.pool.query(newer, ['999.0.0']);
  assert.match(stateOf(await checkDatabase(config), 'migrations')[0]!, /^fault: .*needs 999\.0\.0/);
  await database.pool.query(
    'delete from schema_migration where name > (select min(name) from schema_migration)',
  );
  assert.match(
    stateOf(await checkDatabase(config), 'migrations')[0]!,
    /^warning: \d+ migrations .* wait, from 0002/,
  );
  await database.pool.query(`insert into schema_migration (name, sha256) values ('9999_later.sql', '')`);
  assert.match(stateOf(await checkDatabase(config), 'migrations')[0]!, /^fault: .*9999_later/);
});

test('an API process without a worker is a fault, and a worker is fine', async () => {
  await using database = await testDatabase();
  const config = readConfig({ DATABASE_URL: database.url });
  const workers = async () => stateOf(await checkDatabase(config), 'workers')[0]!;
  assert.match(await workers(), /^ok: The service is stopped/);
  const running = (role: string, takesJobs: boolean) =>
    database.pool.query(
      'insert into running_process (id, role, host, takes_jobs) values (gen_random_uuid(), $1, $2, $3)',
      [role, 'here', takesJobs],
    );
  await running('api', false);
  assert.match(await workers(), /^fault: No process runs background jobs\. Waiting customer jobs: 0\./);
  await running('worker', true);
  assert.match(await workers(), /^ok: Processes that run jobs: 1\./);
});

test('a database that does not answer is a fault, and its password is not shown', async () => {
  const url = 'postgres://contactry:sesame@127.0.0.1:1/contactry';
  const findings = await checkDatabase(readConfig({ DATABASE_URL: url }));
  assert.deepEqual(
    findings.map(({ state }) => state),
    ['fault'],
  );
  assert.ok(!JSON.stringify(findings).includes('sesame'));
});

test('a Redis that does not answer, and a port that something else has, are faults', async () => {
  const other = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  await assert.rejects(checkRedis(readConfig({ REDIS_URL: 'redis://127.0.0.1:1' })), /Can't use REDIS_URL/);
  assert.match(
    stateOf(await checkService(readConfig({ PORT: String(port) })), 'service')[0]!,
    /^fault: .*in use/,
  );
  other.close();
});

test('a certificate is a warning two weeks before it expires and a fault three days before; a strange one says why', async () => {
  await using site = await openStandInSite({}, selfSignedLoopback());
  const look = (url: string, day: string) => checkCertificate(url, new Date(`${day}T00:00:00Z`));
  for (const [day, state] of [
    ['2048-12-18', 'ok'],
    ['2048-12-19', 'warning'],
    ['2048-12-29', 'warning'],
    ['2048-12-30', 'fault'],
    ['2049-01-02', 'fault'],
  ] as const)
    assert.equal((await look(site.origin, day))[0]!.state, state, day);
  assert.match((await look(site.origin, '2048-01-01'))[1]!.says, /does not trust .*SELF_SIGNED/);
  assert.match((await look('https://127.0.0.1:1', '2048-01-01'))[0]!.says, /ECONNREFUSED/);
  assert.equal((await look('', '2048-01-01'))[0]!.state, 'skipped');
});

test('each credential is tried by a free call: a right one is accepted, a wrong one is a fault', async () => {
  await using sources = await openStandIns();
  await using whatsapp = await openCloudApiStandIn();
  await using razorpay = await openRazorpayStandIn();
  const environment = {
    ...sources.environment,
    ...whatsapp.environment,
    ...razorpay.environment,
    PUBLIC_URL: 'https://contacts.example.com',
    VENDOR_STAND_INS: 'on',
    SAMPLE_INVOICES: 'on',
    MAIL_WEBHOOK_URL: `${razorpay.origin}/mails`,
    MAIL_WEBHOOK_SECRET: 'whsec_dGhlIHNlY3JldCBvZiBhIHRlc3Qgb25seQ==',
  };
  const found = await checkVendors(readConfig(environment));
  for (const name of ['github', 'hunter', 'razorpay', 'whatsapp']) {
    assert.deepEqual(stateOf(found, name), ['ok: It accepts the credential.'], name);
  }
  assert.match(stateOf(found, 'mail webhook')[0]!, /^ok: It answers at its address/);
  assert.match(stateOf(found, 'people_data_labs')[0]!, /^skipped/);

  const wrong = 'a-wrong-credential-of-a-test';
  const refused = await checkVendors(
    readConfig({
      ...environment,
      GITHUB_TOKEN: wrong,
      HUNTER_API_KEY: wrong,
      WHATSAPP_TOKEN: wrong,
      RAZORPAY_KEY_SECRET: wrong,
    }),
  );
  for (const name of ['github', 'hunter', 'razorpay', 'whatsapp']) {
    assert.match(stateOf(refused, name)[0]!, /^fault: It refuses the credential/, name);
  }
  assert.ok(!JSON.stringify(refused).includes(wrong));
});
