import Type, { type Static } from 'typebox';
import type { Context } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instantOrNull, orNull, text } from '#core/shapes.ts';
import { stateOfGstin } from '#values/gst/index.ts';
import { storedSupplier } from './stored-supplier.ts';
import { SupplierNeeded, SupplierOf } from './supplier.ts';

export const supplierMembers = {
  name: Type.String({
    'x-trimmed': true,
    minLength: 1,
    maxLength: 200,
    pattern: '\\S',
    description: 'The legal name, as registered for GST.',
    examples: ['Example Contacts Private Limited'],
  }),
  address_lines: Type.Array(
    Type.String({ 'x-trimmed': true, minLength: 1, maxLength: 200, pattern: '\\S' }),
    {
      minItems: 1,
      maxItems: 6,
      description: 'The address as registered for GST, in lines.',
      examples: [['1 Example Road', 'Bengaluru 560001']],
    },
  ),
  gstin: Type.String({
    'x-trimmed': true,
    minLength: 15,
    maxLength: 15,
    description:
      'The GSTIN. Its first two digits are your State, which decides between CGST with SGST and IGST.',
    examples: ['29ABCDE1234F1ZW'],
  }),
  sac: Type.String({
    'x-trimmed': true,
    pattern: '^99[0-9]{2}([0-9]{2})?$',
    description: 'The services accounting code: 4 or 6 digits that start with 99. Ask your accountant.',
    examples: ['998431'],
  }),
};

export const SupplierOnWire = Type.Object(
  {
    ...supplierMembers,
    state: text('The code and the name of its State.', '29-Karnataka'),
    source: Type.Enum(['console', 'environment', 'example'], {
      description:
        '`console`: an operator set it. `environment`: the variables. `example`: a fictional business, for samples only.',
    }),
    is_needed: Type.Boolean({
      description:
        'Whether real money can be paid and no business is set. Checkouts are refused until it is.',
    }),
    changed_at: instantOrNull('When an operator set it.'),
    actor: orNull(Type.String(), 'The operator.'),
  },
  { title: 'Supplier' },
);

/** The business on invoices now. */
export async function supplierOnWire(
  ctx: Pick<Context, 'db' | 'ports'>,
): Promise<Static<typeof SupplierOnWire>> {
  const stored = await storedSupplier(ctx.db);
  const { configured, fictional } = ctx.ports.use(SupplierOf);
  const { name, addressLines, gstin, sac } = configured(stored) ?? fictional;
  const state = stateOfGstin(gstin)!;
  const isSet = configured(stored) !== null;
  return {
    ...{ name, address_lines: addressLines, gstin, sac, state: `${state.code}-${state.name}` },
    source: stored ? 'console' : isSet ? 'environment' : 'example',
    is_needed: !isSet && ctx.ports.use(SupplierNeeded),
    changed_at: stored?.changed_at ?? null,
    actor: stored?.actor ?? null,
  };
}

export const showSupplier = operation({
  id: 'invoices.show-supplier',
  summary: 'Show the business that is on invoices',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/supplier')],
  output: SupplierOnWire,

  run: (ctx) => supplierOnWire(ctx),
});
