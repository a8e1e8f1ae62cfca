import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import Type from 'typebox';
import type { Context } from '#core/context.ts';
import { signed } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { raiseAlert } from '#domains/audit/index.ts';
import { Payments } from '../payments-port.ts';
import { providerChoice, providerNames } from '../variables.ts';
import { applyDelivery } from './apply-delivery.ts';
import { storeDelivery } from './deliveries.ts';

const bodyBytesMax = 1024 * 1024;

/** Alerts that one network can write in a minute. */
const alertsPerMinute = 10;

export const receiveDelivery = operation({
  id: 'billing.receive-delivery',
  summary: 'Receive an event of a payment provider',
  description:
    'The signature is checked over the bytes of the body. The event is stored and acknowledged at once; a background job applies it. ' +
    'Repeats and any order are harmless.',
  kind: 'process',
  doors: [
    signed('POST', '/api/v1/billing/webhook/{provider_name}', {
      bodies: { 'application/json': 'raw' },
      bodyBytesMax,
    }),
  ],
  idempotency: 'none',
  input: Type.Object({
    provider_name: Type.String({ maxLength: 100, description: `${providerChoice}.` }),
  }),
  example: { provider_name: 'sandbox' },
  output: Type.Object({ received: Type.Literal(true, { description: 'Always true.' }) }),
  errors: ['unknown_provider', 'invalid_signature'],

  async run(ctx, { provider_name: name }) {
    const providerName = providerNames.find((known) => known === name);
    if (!providerName)
      return ctx.fail('unknown_provider', { detail: `No payment provider is called '${name}'.` });
    const body = bytesOf(ctx.request.upload!.body);
    const verified = ctx.ports
      .use(Payments)
      .providers.get(providerName)
      ?.verify({ body, headers: ctx.request.headers }) ?? { ok: false, reason: 'not_configured' };
    if (!verified.ok) return refuse(ctx, providerName, verified.reason);

    await ctx.phase(async ({ db, enqueue }) => {
      const delivery = await storeDelivery(db, {
        provider: providerName,
        digest: createHash('sha256').update(body).digest(),
        event: verified.event,
        type: verified.type,
        body,
        received_at: ctx.now(),
      });
      if (!delivery.is_applied) enqueue(applyDelivery, { delivery: delivery.id });
    });
    return { received: true } as const;
  },
});

/** The door reads the whole body. */
const bytesOf = (body: Buffer | Readable): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Nothing of it is stored: anyone can send one. A wrong secret would go unnoticed until the provider gives up, hence the alert. */
async function refuse(ctx: Context<'invalid_signature'>, provider: string, reason: string): Promise<never> {
  const { rateLimiter } = ctx.ports;
  const { admitted } = await rateLimiter.admitAddress('webhook', ctx.request.address, alertsPerMinute);
  if (admitted) {
    await raiseAlert(ctx.db, {
      kind: 'delivery_signature_refused',
      subject: provider,
      details: { reason, request_id: ctx.request.id },
    });
  }
  return ctx.fail('invalid_signature', { detail: details[reason] ?? details.wrong_signature! });
}

const details: Record<string, string> = {
  not_configured: 'No secret is configured for this provider, so its events are refused.',
  missing_signature: 'The request has no signature.',
  wrong_signature: 'The signature does not fit the body.',
  not_json: 'The body is not JSON.',
};
