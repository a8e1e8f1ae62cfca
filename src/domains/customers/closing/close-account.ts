import Type from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import { operation } from '#core/operation.ts';
import { requiredReason, requiredText } from '#core/shapes.ts';
import {
  AccountChanged,
  accountByAccountId,
  closeAccountRow,
  closedAccount,
  lockAccount,
} from '#domains/accounts/index.ts';
import { balanceOf } from '#domains/credits/index.ts';
import { AccountId } from '../accounts/show-account.ts';
import { blocksOf, Closed, closedOnWire, notFound } from './closing.ts';
import { eraseClosed } from './erase-closed.ts';
import { eraseRows, storedDataOf } from './stored-rows.ts';

export const closeAccount = operation({
  id: 'customers.close-account',
  summary: 'Close an account and erase its person',
  description:
    'Needs an export from the last 30 days. Its keys, sessions, webhooks and handles end at once, and a job erases the rest within ' +
    'minutes. Books and invoices stay, as the law requires. The same person can sign up again and gets a new account. It can’t be ' +
    'undone. Repeats are harmless.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/accounts/{account_id}/closing')],
  roles: [],
  input: Type.Object({
    account_id: AccountId,
    forfeit_credits: Type.Boolean({
      default: false,
      description: 'Confirms that the credits that are left are forfeited.',
    }),
    confirm: requiredText(
      320,
      'Its primary email, typed again. Its account_id if it has no email.',
      'asha@example.com',
    ),
    reason: requiredReason('The reason, for the audit log. Don’t name the person.'),
  }),
  example: { forfeit_credits: true, confirm: 'asha@example.com', reason: 'The customer asked for it' },
  output: Closed,
  errors: ['not_found', 'account_not_closable'],

  async run(ctx, { account_id, forfeit_credits, confirm, reason }) {
    const { db, ports } = ctx;
    const named = await accountByAccountId(db, account_id);
    // Another call may have closed it since.
    const account = named && (await lockAccount(db, named.id));
    if (!account) {
      const closed = (await closedAccount(db, account_id)) ?? notFound(ctx, account_id);
      const state = { is_closed: true };
      ctx.audit('account.closed', { account_id: closed.account_id, before: state, after: state, reason });
      return closedOnWire(closed);
    }

    if (confirm.trim().toLowerCase() !== (account.email ?? account_id).toLowerCase())
      failField(
        ['confirm'],
        `This isn't the ${account.email ? 'primary email' : 'account_id'} of the account`,
      );
    const at = ctx.now();
    const blocks = await blocksOf({ db, ports, now: at }, account, { forfeit_credits });
    if (blocks.length > 0)
      ctx.fail('account_not_closable', {
        detail: blocks.map(({ what }) => what).join(' '),
        members: { blocks },
      });

    const { balance } = await balanceOf(db, account.id);
    const as = newId('closed');
    const closing = { at, closedAs: as, pepper: ports.suppressionPepper };
    for (const { close } of ports.accountData) await close?.(db, account, closing);
    for (const stored of storedDataOf(ports, account)) {
      if (stored.declared.erased === 'at once') await eraseRows(db, stored, Number.MAX_SAFE_INTEGER);
    }
    await closeAccountRow(db, account, { as, at });
    ctx.enqueue(eraseClosed, {});
    ctx.afterCommit(() => ports.use(AccountChanged)(account.id));
    ctx.audit('account.closed', {
      account_id: as,
      before: { credits: balance, is_closed: false },
      after: { credits: 0, is_closed: true },
      reason,
    });
    return closedOnWire((await closedAccount(db, as))!);
  },
});
