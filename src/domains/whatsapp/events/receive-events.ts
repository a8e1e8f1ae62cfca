import { Type } from 'typebox';
import type { Db, Upload } from '#core/context.ts';
import { signed } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import type { Notice, VendorError } from '#platform/messaging/messaging.ts';
import { actOnError } from '../outages/outages.ts';
import { CodeWebhook } from '../ports.ts';
import { storeDeliveries } from './sql.ts';

const bodyBytesMax = 3 * 1024 * 1024;
/** Per call. Meta's have one or two. */
const noticesMax = 50;

export const receiveEvents = operation({
  id: 'whatsapp.receive-events',
  summary: 'Receive events from WhatsApp',
  description:
    'Meta calls this. `X-Hub-Signature-256` must be the HMAC-SHA256 of the bytes of the body with the app secret; without a ' +
    'configured secret every event is refused. Events about messages, templates and the account are acted on. What people ' +
    'write is neither read nor stored. Repeats and late events change nothing.',
  kind: 'process',
  doors: [
    signed('POST', '/api/v1/identity/whatsapp/webhook', {
      bodies: { 'application/json': 'raw' },
      bodyBytesMax,
      signatureHeader: 'X-Hub-Signature-256',
    }),
  ],
  output: Type.Object({ received: Type.Literal(true, { description: 'Always true.' }) }),
  errors: ['invalid_signature'],
  idempotency: 'none',

  async run(ctx) {
    const webhook = ctx.ports.use(CodeWebhook);
    const body = bytesOf(ctx.request.upload);
    if (!webhook.isSigned(body, ctx.request.headers['x-hub-signature-256'])) {
      return ctx.fail('invalid_signature');
    }

    const { deliveries, errors, notices } = webhook.read(body);
    const now = ctx.now();
    const [taken, skipped] = bounded(lastOfEach(notices));
    if (skipped > 0) ctx.log.warn({ skipped }, 'a WhatsApp event had too many notices');
    if (deliveries.length + errors.length + notices.length > 0) {
      await ctx.phase(async ({ db }) => {
        const failures = await storeDeliveries(db, deliveries, now);
        for (const error of oncePerTrouble([...errors, ...failures])) await actOnError(db, error, now);
        for (const notice of taken) await takeNotice(db, notice);
      });
    }
    return { received: true as const };
  },
});

const bytesOf = (upload: Upload | null): Buffer =>
  upload && Buffer.isBuffer(upload.body) ? upload.body : Buffer.alloc(0);

const oncePerTrouble = (errors: readonly VendorError[]): VendorError[] => [
  ...new Map(errors.map((error) => [error.trouble, error])).values(),
];

const lastOfEach = (notices: readonly Notice[]): Notice[] => [
  ...new Map(notices.map((notice) => [`${notice.kind} ${notice.subject}`, notice])).values(),
];

const bounded = (notices: readonly Notice[]) =>
  [notices.slice(0, noticesMax), Math.max(0, notices.length - noticesMax)] as const;

const takeNotice = (db: Db, { isOver, ...alert }: Notice): Promise<void> =>
  isOver ? resolveAlert(db, alert) : raiseAlert(db, alert);
