import Type from 'typebox';
import type { Db } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, numberIn, pageLimit, pageOf } from '#core/page.ts';
import { type Account, accountNamed, accountNames } from '#domains/accounts/index.ts';
import { agentAccessOfAll, agentAccessTexts } from '../agent-access.ts';
import { PlansInForce } from '../catalogue/plans-in-force.ts';
import { AccountFeature, accountFeatureOnWire, FeatureCopy } from './shapes.ts';
import { accountFeature, accountsWithFeature } from './sql.ts';

export const listAccountFeatures = operation({
  id: 'billing.list-account-features',
  summary: 'Show whether agents may act for an account',
  description:
    'Name an account to see what is set for it and the decision in force. Without a name, this lists the accounts that have ' +
    'a setting of their own; the last change comes first.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/account-features')],
  input: Type.Object({ ...accountNames, limit: pageLimit(200, 50), cursor: NumberCursor }),
  example: { account_id: 'acme-42' },
  output: Type.Object({ items: Type.Array(AccountFeature), next_cursor: NextCursor, copy: FeatureCopy }),
  errors: ['not_found'],

  async run(ctx, { limit, cursor, ...named }) {
    const isNamed = named.account_id !== '' || named.email.trim() !== '';
    const after = numberIn(cursor);
    const found = isNamed
      ? [await withFeature(ctx.db, await accountNamed(ctx, named))]
      : await accountsWithFeature(ctx.db, { after, limit: limit + 1 });
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => String(id));
    const accesses = await agentAccessOfAll(ctx, rows);
    const items = rows.map((account, at) => accountFeatureOnWire(account, account.feature, accesses[at]!));
    return { items, next_cursor: nextCursor, copy: agentAccessTexts(ctx.ports.use(PlansInForce).current()) };
  },
});

const withFeature = async (db: Db, account: Account) => ({
  ...account,
  feature: await accountFeature(db, account.id),
});
