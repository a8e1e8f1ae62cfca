import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { applyStored } from './apply-delivery.ts';
import { DeliveryReport, deliveryById, deliveryReport } from './deliveries.ts';

export const reapplyDelivery = operation({
  id: 'billing.reapply-delivery',
  summary: 'Apply a delivery again',
  description:
    'Harmless for money that is settled already. `problem` says why it failed, if it did; the log has the details.',
  kind: 'process',
  doors: [admin('POST', '/api/v1/admin/billing/deliveries/{delivery_id}/application')],
  idempotency: 'none',
  roles: ['finance'],
  input: Type.Object({ delivery_id: Type.String({ maxLength: 40, description: '`id` of the delivery.' }) }),
  example: { delivery_id: '17' },
  output: DeliveryReport,
  errors: ['not_found'],

  async run(ctx, { delivery_id }) {
    const id = /^\d{1,15}$/.test(delivery_id) ? Number(delivery_id) : 0;
    const before = await deliveryById(ctx.db, id);
    if (!before) return ctx.fail('not_found', { detail: 'There is no delivery with this id.' });

    await applyStored(ctx, id, true).catch((error: unknown) => {
      ctx.log.warn({ error, delivery: id }, 'a delivery could not be applied');
    });
    const after = (await deliveryById(ctx.db, id))!;
    ctx.audit('billing.delivery_reapplied', {
      delivery: id,
      before: { applied_at: before.applied_at, problem: before.problem },
      after: { applied_at: after.applied_at, problem: after.problem },
    });
    return deliveryReport(after);
  },
});
