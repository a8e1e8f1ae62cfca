import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { requiredReason } from '#core/shapes.ts';
import { resolveAlert } from '#domains/audit/index.ts';
import { readGstin, stateOfGstin } from '#values/gst/index.ts';
import { SupplierOnWire, supplierMembers, supplierOnWire } from './show-supplier.ts';
import { insertSupplier } from './stored-supplier.ts';
import { supplierMissing } from './supplier.ts';

export const changeSupplier = operation({
  id: 'invoices.change-supplier',
  summary: 'Set the business that is on invoices',
  description: 'For documents from now on. Issued ones stay as they are.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/supplier')],
  roles: ['finance'],
  input: Type.Object({ ...supplierMembers, reason: requiredReason('The reason, for the audit log.') }),
  example: {
    name: 'Example Contacts Private Limited',
    address_lines: ['1 Example Road', 'Bengaluru 560001'],
    gstin: '29ABCDE1234F1ZW',
    sac: '998431',
    reason: 'The first set-up',
  },
  output: SupplierOnWire,

  async run(ctx, { reason, gstin: written, ...supplier }) {
    const read = readGstin(written);
    if (!read.ok) return failField(['gstin'], read.detail);
    const gstin = read.value.number;
    if (!stateOfGstin(gstin))
      return failField(['gstin'], 'The first two digits are no State or union territory');
    const before = await supplierOnWire(ctx);
    const isSame = before.source === 'console' && isDeepStrictEqual(audited(before), { ...supplier, gstin });
    if (!isSame)
      await insertSupplier(ctx.db, { ...supplier, gstin, changed_at: ctx.now(), actor: ctx.actor, reason });
    await resolveAlert(ctx.db, supplierMissing);
    const after = await supplierOnWire(ctx);
    ctx.audit('invoices.supplier_changed', {
      before: before.source === 'console' ? audited(before) : null,
      after: audited(after),
      reason,
    });
    return after;
  },
});

const audited = ({ name, address_lines, gstin, sac }: Static<typeof SupplierOnWire>) => ({
  ...{ name, address_lines, gstin, sac },
});
