import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instantOrNull, text } from '#core/shapes.ts';
import { accountByAccountId, closedAccount, exportedAt } from '#domains/accounts/index.ts';
import { balanceOf } from '#domains/credits/index.ts';
import { AccountId } from '../accounts/show-account.ts';
import { blocksOf, ClosingBlockShape, notFound } from './closing.ts';
import { countRows, rowsCountedMax, storedDataOf } from './stored-rows.ts';

const rows = Type.Integer({
  description: `How many. ${rowsCountedMax + 1} stands for more than ${rowsCountedMax}.`,
  examples: [3],
});
const StoredRows = Type.Object(
  { table: text('The table.', 'api_key'), what: text('Its rows.', 'Keys'), rows },
  { title: 'StoredRows' },
);
const KeptRows = Type.Object(
  {
    ...StoredRows.properties,
    why: text('The law or the rule that needs them, and what of them goes.', 'CGST Act, section 36.'),
  },
  { title: 'KeptRows' },
);

export const previewClosing = operation({
  id: 'customers.preview-closing',
  summary: 'Show what closing an account would erase and keep',
  description: 'Changes nothing. For a closed account, it shows what is left.',
  kind: 'query',
  share: 'reports',
  doors: [admin('GET', '/api/v1/admin/accounts/{account_id}/closing')],
  input: Type.Object({ account_id: AccountId }),
  output: Type.Object({
    closed_at: instantOrNull('When it was closed. Null while it is open.'),
    exported_at: instantOrNull('When its person last got an export.'),
    credits: Type.Integer({ description: 'Credits that would be forfeited.' }),
    blocks: Type.Array(ClosingBlockShape, { description: 'Each must end before the account can be closed.' }),
    erased: Type.Array(StoredRows, { description: 'What goes.' }),
    kept: Type.Array(KeptRows, { description: 'What stays.' }),
  }),
  errors: ['not_found'],

  async run(ctx, { account_id }) {
    const { db, ports } = ctx;
    const open = await accountByAccountId(db, account_id);
    const closed = open ? null : await closedAccount(db, account_id);
    const account = open ?? closed ?? notFound(ctx, account_id);
    const erased = [];
    const kept = [];
    // One after the other: an operator's question must not take every connection.
    for (const stored of storedDataOf(ports, account)) {
      const { table, declared } = stored;
      const found = { table, what: declared.what, rows: await countRows(db, stored) };
      if (found.rows === 0) continue;
      if (declared.kept === undefined) erased.push(found);
      else kept.push({ ...found, why: declared.kept });
    }
    return {
      closed_at: closed?.closed_at ?? null,
      exported_at: await exportedAt(db, account.id),
      credits: (await balanceOf(db, account.id)).balance,
      blocks: open ? await blocksOf({ db, ports, now: ctx.now() }, open, { forfeit_credits: true }) : [],
      erased,
      kept,
    };
  },
});
