import assert from 'node:assert/strict';
import { mailOptOuts } from '#domains/suppression/opt-out/mail-opt-outs.ts';
import { type ManualClock, manualClock } from './clock.ts';
import { type CodeHost, openCodeHost } from './code-host.ts';
import { runJob } from './jobs.ts';
import { asOperator, customer, find } from './kit.ts';
import { stopLedgerClock } from './ledger/clock.ts';
import { type MailWebhook, openMailWebhook } from './mail-webhook.ts';
import { noPauses } from './outgoing/no-pauses.ts';
import { type TestService, testService } from './service.ts';

type Response = Awaited<ReturnType<TestService['request']>>;

export interface OptOutTest extends AsyncDisposable {
  service: TestService;
  webhook: MailWebhook;
  /** Has the account `leaver`. */
  host: CodeHost;
  clock: ManualClock;
  /** Each call comes from a new network address unless one is given. */
  start(body: object, address?: string): Promise<Response>;
  confirm(body: object, address?: string): Promise<Response>;
  /** Starts a request and sends its mail. Returns the mail's contents. */
  mailed(email: string): Promise<{ id: string; token: string; text: string; confirmUrl: string }>;
  /** Sends the mail that waits for the address. Returns its contents. */
  mailWaiting(email: string): Promise<{ id: string; token: string; text: string; confirmUrl: string }>;
  openRequests(): Promise<{ id: string; way: string; target: string | null; [member: string]: unknown }[]>;
  /** The status of a lookup by a new customer. */
  statusOf(link: string): Promise<string>;
}

interface OptOutMail {
  to: string;
  text: string;
  values: { request_id: string; token: string; confirm_url: string };
}

/** A service that can send mails and read codeberg.org profiles, with its own clock. */
export async function openOptOutTest(environment: Record<string, string> = {}): Promise<OptOutTest> {
  const clock = manualClock();
  const webhook = await openMailWebhook();
  const host = await openCodeHost('leaver');
  const service = await testService({
    clock,
    outgoing: { timing: noPauses() },
    environment: {
      MAIL_WEBHOOK_URL: webhook.url,
      MAIL_WEBHOOK_SECRET: webhook.secret,
      PUBLIC_URL: 'https://contacts.example.com',
      VENDOR_STAND_INS: 'on',
      ...host.environment,
      ...environment,
    },
  });
  // Customers' credits then expire a year after the service's time, whenever the tests run.
  await stopLedgerClock(service.database.pool, clock.now());
  let callers = 0;
  const post = (path: string, body: object, remoteAddress = `2001:db8:${(++callers).toString(16)}::1`) =>
    service.request('POST', path, { body, remoteAddress });
  const start: OptOutTest['start'] = (body, address) => post('/api/v1/opt-out', body, address);

  const mailOf = async (fits: (mail: OptOutMail) => boolean) => {
    await runJob(service, mailOptOuts);
    const mail = webhook.calls.map(({ body }) => JSON.parse(body).data as OptOutMail).find(fits);
    assert.ok(mail, 'the mail was sent');
    const { request_id: id, token, confirm_url: confirmUrl } = mail.values;
    return { id, token, text: mail.text, confirmUrl };
  };

  return {
    service,
    webhook,
    host,
    clock,
    start,
    confirm: (body, address) => post('/api/v1/opt-out/confirm', body, address),
    async mailed(email) {
      const { id } = (await start({ email })).json();
      return mailOf((data) => data.values.request_id === id);
    },
    mailWaiting: (email) => mailOf((data) => data.to === email),
    openRequests: async () =>
      (await asOperator(service, 'GET', '/api/v1/admin/opt-outs?status=open&limit=200')).items,
    statusOf: async (link) => (await find(service, await customer(service), link)).json().status,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await webhook[Symbol.asyncDispose]();
      await host[Symbol.asyncDispose]();
    },
  };
}
