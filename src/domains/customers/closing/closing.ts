import Type from 'typebox';
import { dayMs } from '#core/clock.ts';
import type { Context, Db, Ports } from '#core/context.ts';
import type { ClosingBlock } from '#core/parts/account-rows.ts';
import { instant, instantOrNull, text } from '#core/shapes.ts';
import { type Account, type ClosedAccount, exportedAt } from '#domains/accounts/index.ts';
import { balanceOf } from '#domains/credits/index.ts';

/** An export older than this counts as none. */
const exportedDays = 30;

export const ClosingBlockShape = Type.Object(
  {
    kind: text('Its kind.', 'subscription_renews'),
    what: text('The same in sentences, with what to do first.', 'A subscription renews. Cancel it first.'),
  },
  { title: 'ClosingBlock' },
);

/** Why the account can't be closed now. Under the account's lock, nothing of it changes until the transaction ends. */
export async function blocksOf(
  { db, ports, now }: { db: Db; ports: Pick<Ports, 'accountData'>; now: Date },
  account: Account,
  { forfeit_credits }: { forfeit_credits: boolean },
): Promise<ClosingBlock[]> {
  const found: ClosingBlock[] = [];
  for (const { blocks } of ports.accountData) found.push(...((await blocks?.(db, account, now)) ?? []));
  const { balance } = await balanceOf(db, account.id);
  if (balance > 0 && !forfeit_credits)
    found.push({
      kind: 'credits_left',
      what: `It has ${balance} credits. Refund the payment behind them first, or confirm that they are forfeited.`,
    });
  const exported = await exportedAt(db, account.id);
  const isExported = exported !== null && now.getTime() - exported.getTime() < exportedDays * dayMs;
  if (!isExported)
    found.push({
      kind: 'not_exported',
      what: 'The person has not got an export in the last 30 days. Download it, and send it to them.',
    });
  return found;
}

export const Closed = Type.Object(
  {
    account_id: text('Its made-up account id from now on.', 'closed_4fR7sT2uVwX9yZ1aB3cD5e'),
    closed_at: instant('When it was closed.'),
    erased_at: instantOrNull('When the last of its data was erased. Null while a job is at it.'),
  },
  { title: 'ClosedAccount' },
);

export const closedOnWire = ({ account_id, closed_at, erased_at }: ClosedAccount) => ({
  account_id,
  closed_at,
  erased_at,
});

export const notFound = (ctx: Context<'not_found'>, account_id: string): never =>
  ctx.fail('not_found', { detail: `No account '${account_id}' exists.` });
