/** Incidents of the service itself and of what it depends on, each walked in the console: docs/guide/incidents.md. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { noteBackup } from '#app/backup/backup-facts.ts';
import { manifest as everyDomain } from '#app/manifest.ts';
import { readConfig } from '#app/start/config.ts';
import { domain } from '#core/domain.ts';
import { manifestOf } from '#core/manifest.ts';
import { openStandIns, type StandIns } from '#dev/stand-ins/contact-sources/all-stand-ins.ts';
import { lookOutside } from '#domains/status/health/look-outside.ts';
import { openProcesses } from '#domains/status/processes.ts';
import { freePort } from '#platform/database/embedded/configuration.ts';
import type { TestPage } from '../support/browser.ts';
import { givenJob } from '../support/bulk-jobs.ts';
import { manualClock } from '../support/clock.ts';
import { quiet } from '../support/contact-sources.ts';
import { eventually } from '../support/eventually.ts';
import { runJob } from '../support/jobs.ts';
import { asOperator, customer, find } from '../support/kit.ts';
import { type MailWebhook, openMailWebhook } from '../support/mail-webhook.ts';
import { selfSignedLoopback } from '../support/outgoing/self-signed.ts';
import { ampleTime, openStandInSite } from '../support/outgoing/stand-in-site.ts';
import { type TestServiceOptions, testService } from '../support/service.ts';
import { type TestWeb, testWeb } from '../support/web.ts';
import { type Desk, deskOf } from './desk.ts';

/** A job that fails until its cause is gone. */
let isBroken = true;
const copied: object[] = [];
const broken = domain({
  id: 'nightly',
  title: 'Nightly',
  description: 'A job of the tests.',
  jobs: [
    {
      id: 'nightly.copy-books',
      retries: { limit: 0 },
      async run(_, payload) {
        if (isBroken) throw new Error('The shelf is full');
        copied.push(payload);
      },
    },
  ],
});

let mails: MailWebhook;
let standIns: StandIns;
let web: TestWeb;
let opened: TestPage;
let desk: Desk;
before(async () => {
  mails = await openMailWebhook();
  standIns = await openStandIns();
  const options: TestServiceOptions = {
    environment: {
      ...standIns.environment,
      SOURCES: 'all',
      PUBLIC_URL: `http://127.0.0.1:${await freePort()}`,
      MAIL_WEBHOOK_URL: mails.url,
      MAIL_WEBHOOK_SECRET: mails.secret,
    },
    outgoing: { limits: { ...ampleTime, spacingMs: 0 } },
    manifest: manifestOf([...everyDomain.domains, broken]),
  };
  web = await testWeb({ ...options, takesJobs: false });
  opened = await web.signedIn({ app: 'console' });
  desk = deskOf(opened.page);
});
after(async () => {
  await opened?.[Symbol.asyncDispose]();
  await web?.[Symbol.asyncDispose]();
  await standIns?.[Symbol.asyncDispose]();
  await mails?.[Symbol.asyncDispose]();
});

/** Time without a worker, as other processes measure it. */
let clockMs = 0;

/** Another process on the same database. */
const otherProcess = (ROLE: string, freeBytes = 50e9) =>
  openProcesses({
    ports: web.service.app.kernel.ports,
    tryLogin: async () => {},
    config: readConfig({ NODE_ENV: 'test', ROLE }),
    log: quiet,
    processId: randomUUID(),
    version: '2.0.0',
    freeBytes: async () => freeBytes,
    nowMs: () => clockMs,
  });

const noWorkers = 'No process runs background jobs, so jobs, webhooks and mails wait.';

test('A worker is lost', async () => {
  const api = otherProcess('api');
  await api.probe();
  clockMs += 30_000;
  await api.look();
  await desk.see(noWorkers);
  await desk.row('No process runs background jobs. Waiting customer jobs: 0.').waitFor();
  const worker = otherProcess('worker');
  worker.takesJobs();
  await worker.probe();
  await api.look();
  await desk.comes('Processes that run jobs: 1.');
  assert.equal(await desk.row(noWorkers).count(), 0);
  await worker.close();
  await api.close();
});

test('A job of a customer is stuck', async () => {
  const held = await customer(web.service, 5);
  const id = await givenJob(web.service, held);
  const api = otherProcess('api');
  await api.probe();
  await desk.see('Waiting customer jobs: 1, the oldest for');
  await desk.said('Start a process with ROLE=worker, or with ROLE=all.');
  await web.service.app.work();
  await eventually(async () => {
    const { status } = (await web.service.withKey(held.key, 'GET', `/api/v1/jobs/${id}`)).json();
    assert.equal(status, 'completed');
  });
  await desk.comes('Waiting customer jobs: 0.');
  await api.close();
});

test('A background job failed', async () => {
  const { app, database } = web.service;
  await app.kernel.queue.send(database.db, 'nightly.copy-books', { book: 7 });
  const failed = 'The background job nightly.copy-books failed on its last try.';
  await desk.go('/health');
  await desk.comes(failed);
  isBroken = false;
  await desk.see(failed, 'Run it again');
  await desk.said('It runs in a moment.');
  await eventually(async () => {
    await desk.see('Outgoing messages are sent.');
    assert.equal(await desk.row(failed).count(), 0);
  });
  assert.deepEqual(copied, [{ book: 7 }]);
});

test('A disk is full', async () => {
  const full = otherProcess('worker', 100e6);
  await full.probe();
  await desk.see('100 MB are free on the disk of DATA_DIR');
  await desk.said('Free some space, or move DATA_DIR to a larger disk.');
  await full.close();
  const roomy = otherProcess('worker');
  await roomy.probe();
  await desk.comes('50.0 GB are free on the disk of DATA_DIR');
  await roomy.close();
});

test('The last backup is too old', async () => {
  await desk.see('This database has no backup.');
  await noteBackup({ connectionString: web.service.database.url });
  await desk.comes('The last backup is 0 hours old.');
});

test('The certificate is about to expire', async () => {
  await using site = await openStandInSite({}, selfSignedLoopback());
  const lookAt = async (time: string) => {
    await using process = await testService({
      database: web.service.database,
      environment: { PUBLIC_URL: site.origin },
      clock: manualClock(new Date(time)),
    });
    await runJob(process, lookOutside);
  };
  await lookAt('2048-12-25T00:00:00Z');
  await desk.see('The certificate of 127.0.0.1 is valid until 2049-01-01.');
  await desk.said('Renew it, and look why the automatic renewal did not');
  await lookAt('2048-06-01T00:00:00Z');
  await desk.page.reload();
  await desk.row('valid until 2049-01-01').getByText('In order').waitFor();
});

test('The ledger of credits does not match', async () => {
  const { accountId } = await customer(web.service, 10);
  // A person with access to the database changes it by hand.
  const slip = (credits: number) =>
    web.service.database.pool.query(
      `update credit_lot set avail = avail + $2, granted = granted + $2
       where account = (select id from account where account_id = $1)`,
      [accountId, credits],
    );
  await slip(4);
  await asOperator(web.service, 'POST', '/api/v1/admin/health/jobs/credits.verify-ledger/runs');
  const alert = `The ledger of credits does not match: account ${accountId}.`;
  await desk.go('/health');
  await desk.comes(alert);
  await desk.see(alert, 'Show the account');
  await desk.page.waitForURL(`**/console/accounts/${accountId}`);
  await slip(-4);
  await desk.resolve(alert);
});

test('Mails cannot be sent', async () => {
  mails.status = 500;
  const ask = async (email: string) => {
    await web.service.request('POST', '/api/v1/opt-out', { body: { email } });
    await asOperator(web.service, 'POST', '/api/v1/admin/health/jobs/suppression.mail-opt-outs/runs');
  };
  await ask('leaver@works.example');
  await desk.go('/health');
  await desk.comes('No mail can be sent');
  mails.status = 202;
  await desk.see('No mail can be sent', 'Check the mail server');
  await desk.comes('It answers at its address');
  await ask('another@works.example');
  await eventually(async () => {
    await desk.see('Outgoing messages are sent.');
    assert.equal(await desk.row('No mail can be sent').count(), 0);
  });
});

/** Only this source is asked, by a customer with credits. */
async function askOnly(name: string, link: string, more: object = {}): Promise<void> {
  const { version } = await asOperator(web.service, 'GET', '/api/v1/admin/platform');
  await asOperator(web.service, 'PATCH', '/api/v1/admin/platform', {
    changes: { sources_on: [name], lookup_budget_ms: 60_000, ...more },
    reason: 'a test',
    expected_version: version,
  });
  await find(web.service, await customer(web.service, 5), link);
}

test('A source refuses our key', async () => {
  const { control } = standIns.byName.get('prospeo')!;
  control.trouble = 'out_of_credits';
  await askOnly('prospeo', 'https://www.linkedin.com/in/nobody-one');
  await desk.see('The source prospeo refuses to answer', 'Show the source');
  await desk.press('Switch off');
  await desk.confirm('Switch off', 'Credits arrive on Monday');
  await desk.said('is off.');
  await desk.go('/health');
  await desk.said('Outgoing messages are sent.');
  assert.equal(await desk.row('The source prospeo refuses to answer').count(), 0);
  control.trouble = 'none';
});

test('A source ran over its budget', async () => {
  const limits = { unearned_vendor_paise_per_day: { account: 1000, all: 1000 } };
  await askOnly('prospeo', 'https://www.linkedin.com/in/asha-example', limits);
  const alert = 'A question to a paid source would cost';
  await desk.see(alert, 'Show the limits');
  await desk.press('Change the limits');
  const group = desk.page.getByRole('group', { name: 'Unearned vendor paise per day' });
  await group.getByLabel('Account', { exact: true }).fill('100000');
  await group.getByLabel('All', { exact: true }).fill('100000');
  await desk.press('Review the changes');
  await desk.confirm('Save 1 change', 'The questions earn more than they cost');
  await desk.said(/saved\.$/);
  await desk.resolve(alert);
});

test('The database was restored from a backup', async () => {
  // As the server of another machine says of itself.
  await web.service.database.pool.query(`update database_home set system_identifier = '1'`);
  await (await testService({ database: web.service.database }))[Symbol.asyncDispose]();
  const alert = 'This is a restored copy, so it sends nothing and asks no vendor.';
  await desk.see('Outgoing messages are held, as on a restored copy');
  await desk.see(alert, 'Open the settings');
  await desk.page.getByLabel('Outgoing held').selectOption('Off');
  await desk.press('Review the changes');
  await desk.confirm('Save 1 change', 'The old machine is gone');
  await desk.said('1 change saved.');
  await desk.see('Outgoing messages are sent.');
  assert.equal(await desk.row(alert).count(), 0);
});
