import Type from 'typebox';
import type { Db } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { MemberFailure } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { defaultEntries, planFrom } from '../plans.ts';
import { ContactOf, priceListWith } from '../price-list/price-list.ts';
import { PriceList } from '../price-list/shapes.ts';
import { changesBetween, faultsOfEntries } from './rules.ts';
import { EntryChange, entries } from './shapes.ts';
import { readCatalogue } from './versions.ts';

export const previewCatalogue = operation({
  id: 'billing.preview-catalogue',
  summary: 'Show what a change of plans, packs and prices would do',
  description: 'Changes nothing, and is refused for the same reasons as the change.',
  kind: 'query',
  doors: [admin('POST', '/api/v1/admin/catalogue/preview', { bodyBytesMax: 128 * 1024 })],
  input: Type.Object({ entries }),
  example: { entries: [...defaultEntries] },
  output: Type.Object({
    changes: Type.Array(EntryChange, { description: 'The differences from the catalogue in force.' }),
    keeping: Type.Array(
      Type.Object({
        plan_id: Type.String({ examples: ['growth'] }),
        accounts: Type.Integer({ description: 'Accounts that pay for it now, and keep what they bought.' }),
      }),
      { description: 'The changed plans that accounts pay for.' },
    ),
    price_list: PriceList,
  }),
  errors: [],

  async run(ctx, { entries: wanted }) {
    const { entries: current } = await readCatalogue(ctx.db, ctx.now());
    const faults = faultsOfEntries(wanted, current);
    if (faults.length > 0) throw new MemberFailure(faults);
    const changes = changesBetween(current, wanted);
    const changed = [...new Set(changes.filter(({ member }) => member !== 'position').map(({ id }) => id))];
    return {
      changes,
      keeping: await payingFor(ctx.db, changed),
      price_list: priceListWith(ctx.ports.use(ContactOf), wanted.map(planFrom)),
    };
  },
});

const payingFor = (db: Db, plans: readonly string[]) =>
  db
    .selectFrom('subscription')
    .select(['plan as plan_id', ({ fn }) => fn.count<number>('account').distinct().as('accounts')])
    .where('plan', 'in', plans.length > 0 ? plans : [''])
    .where('is_over', '=', false)
    .where('first_paid_at', 'is not', null)
    .groupBy('plan')
    .orderBy('plan')
    .execute();
