import Type from 'typebox';
import type { Context } from '#core/context.ts';
import { signed } from '#core/door.ts';
import { digestId } from '#core/ids.ts';
import { operation } from '#core/operation.ts';
import { webhookOf } from '../sql.ts';
import { takeReports } from '../take-reports.ts';
import { emailsOfSes, isMailguns, readDelivery } from './read-delivery.ts';
import { SnsPort } from './sns.ts';

export const receiveBounces = operation({
  id: 'bounces.receive-bounces',
  summary: 'Receive bounces from a mail service',
  description:
    'Takes the forms of Amazon SES by SNS, Postmark and Mailgun. The address names the account. The signatures of SNS and Mailgun are checked; Postmark has ' +
    'none. A subscription of SNS is confirmed. Repeats are harmless, and soft bounces are left out.',
  kind: 'process',
  doors: [
    signed('POST', '/api/v1/bounces/webhook/{token}', {
      // SNS says that its JSON is text.
      bodies: { 'application/json': 'raw', 'text/plain': 'raw' },
      bodyBytesMax: 256 * 1024,
    }),
  ],
  idempotency: 'none',
  input: Type.Object({ token: Type.String({ maxLength: 100, description: 'From the address.' }) }),
  output: Type.Object({ received: Type.Literal(true, { description: 'Always true.' }) }),
  errors: ['invalid_signature'],

  async run(ctx, { token }) {
    const webhook = await webhookOf(ctx.db, digestId('bounce webhook', token));
    const body = ctx.request.upload?.body;
    const delivery = webhook && Buffer.isBuffer(body) ? readDelivery(jsonIn(body)) : null;
    if (!webhook || !delivery) return ctx.fail('invalid_signature');
    const emails = await emailsOf(ctx, delivery, webhook.mailgun_key);
    if (emails === null) return ctx.fail('invalid_signature');
    if (emails.length > 0)
      await ctx.phase(async ({ db }) => {
        await takeReports({ db, ports: ctx.ports, account: webhook.account }, emails, delivery.from);
        return null;
      });
    return { received: true as const };
  },
});

/** The emails of a delivery; null if its signature doesn't fit. */
async function emailsOf(
  ctx: Pick<Context, 'ports' | 'now'>,
  delivery: NonNullable<ReturnType<typeof readDelivery>>,
  mailgunKey: string | null,
): Promise<string[] | null> {
  if (delivery.from === 'postmark') return delivery.emails;
  if (delivery.from === 'mailgun')
    return isMailguns(delivery.signature, mailgunKey, ctx.now()) ? delivery.emails : null;
  const sns = ctx.ports.use(SnsPort);
  if (!(await sns.isSigned(delivery.message))) return null;
  if (delivery.message.Type === 'SubscriptionConfirmation') await sns.confirm(delivery.message);
  return delivery.message.Type === 'Notification' ? emailsOfSes(delivery.message) : [];
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
