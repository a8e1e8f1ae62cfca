import assert from 'node:assert/strict';
import type { Db } from '#core/context.ts';
import { escapedJson, signatureOf } from '#dev/stand-ins/whatsapp/events.ts';
import { claimHandles } from '#domains/identity/index.ts';
import { storeNumber } from '#domains/whatsapp/numbers/sql.ts';
import { CodeOutbox } from '#domains/whatsapp/ports.ts';
import { givenAccount } from './kit.ts';
import { type TestService, testWhatsApp } from './service.ts';

let numbers = 0;

const areas = [201, 202, 203, 205, 206, 207, 208, 209, 210, 212, 213, 214, 215, 216, 217, 218];

/** A number that no test in this process had before, of the ranges reserved for fiction. */
export function newNumber(): string {
  const at = numbers++;
  return `+1${areas[Math.floor(at / 100)]}55501${String(at % 100).padStart(2, '0')}`;
}

/** An account with a verified number. */
export async function givenVerified(db: Db, number = newNumber(), named: { accountId?: string } = {}) {
  const owner = await givenAccount(db, named);
  await claimHandles(db, owner.account, [{ kind: 'whatsapp', value: number }]);
  await storeNumber(db, { account: owner.account, number, at: new Date(), isVerified: true });
  return { ...owner, number };
}

type Step = 'start' | 'confirm' | 'status' | 'pending';

/** A call of the dashboard's. */
export const whatsapp = (service: TestService, step: Step, body: object) =>
  service.internal('POST', `/internal/identity/whatsapp/${step}`, body);

/** Sends a code; gives it as its receiver sees it. */
export async function sentCode(service: TestService, accountId: string, number: string): Promise<string> {
  const response = await whatsapp(service, 'start', { account_id: accountId, whatsapp: number });
  assert.equal(response.statusCode, 200, response.body);
  return codeOf(service, number);
}

/** The newest code in the local outbox. */
export function codeOf(service: TestService, number: string): string {
  const message = service.app.kernel.ports
    .use(CodeOutbox)
    ?.messages()
    .find(({ to }) => to === number);
  assert.ok(message, 'the outbox has no message to this number');
  return message.code;
}

export const webhookPath = '/api/v1/identity/whatsapp/webhook';

/** A body with the headers of Meta's signature. */
export function signedEvent(event: unknown, appSecret = testWhatsApp.WHATSAPP_APP_SECRET) {
  const body = typeof event === 'string' ? event : escapedJson(event);
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature-256': signatureOf(body, appSecret),
  };
  return { body, headers };
}

export const postEvent = (service: TestService, event: unknown) =>
  service.request('POST', webhookPath, signedEvent(event));

/** Open alerts of a kind, as `subject: details`. */
export async function alertsOf(service: TestService, kind: string): Promise<Record<string, unknown>> {
  const { rows } = await service.database.pool.query(
    'select subject, details from operator_alert where kind = $1 and resolved_at is null order by subject',
    [kind],
  );
  return Object.fromEntries(rows.map(({ subject, details }) => [subject, details]));
}
