import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { orNull, text } from '#core/shapes.ts';
import { AccountNote, accountIdBounds, closedAccount, noteOf } from '#domains/accounts/index.ts';
import { liveConnectionsOf } from '#domains/connections/index.ts';
import { liveSessionsOf } from '#domains/extension/index.ts';
import { AccountHandle, handlesOf } from '#domains/identity/index.ts';
import { sessionsOfAccount } from '#domains/sign-in/index.ts';
import { AccountReport, reportAccounts } from './report.ts';
import { accountsWhere } from './sql.ts';
import { troubleKinds, troublesOf } from './troubles.ts';

export const AccountId = Type.String({
  ...accountIdBounds,
  description: 'The account.',
  examples: ['acme-42'],
});

const AccountTrouble = Type.Object(
  {
    kind: Type.Enum([...troubleKinds], { description: 'Its kind.' }),
    what: text('The same in a sentence.', 'It has no credits.'),
    purchase: orNull(Type.String(), 'The purchase that it is about.'),
  },
  { title: 'AccountTrouble' },
);

export const showAccount = operation({
  id: 'customers.show-account',
  summary: 'Show one account with what is wrong right now',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/accounts/{account_id}')],
  input: Type.Object({ account_id: AccountId }),
  output: Type.Object({
    account: AccountReport,
    troubles: Type.Array(AccountTrouble, { description: 'Its troubles right now, the worst first.' }),
    note: AccountNote,
    handles: Type.Array(AccountHandle, { description: 'The means by which only this account may sign up.' }),
    sessions: Type.Object(
      {
        pages: Type.Integer({ description: 'Open sessions on the pages.' }),
        extension: Type.Integer({ description: 'Live sessions of browser extensions.' }),
        agents: Type.Integer({ description: 'Live connections of agents.' }),
      },
      { description: 'Where it is signed in.' },
    ),
  }),
  errors: ['not_found'],

  async run(ctx, { account_id }) {
    const { db } = ctx;
    const now = ctx.now();
    const named = (account_id: string) =>
      accountsWhere(db, { account_id }, { now, order: 'newest', limit: 1, offset: 0 });
    const [open] = await named(account_id);
    // An account that was closed is found by the account_id that it had.
    const closed = open ? null : await closedAccount(db, account_id);
    const [found] = closed ? await named(closed.account_id) : [open];
    if (!found) return ctx.fail('not_found', { detail: `No account '${account_id}' exists.` });
    const [account] = await reportAccounts(db, [found], now);
    // One after the other: an operator's question must not take every connection.
    return {
      account: account!,
      troubles: found.closed_at ? [] : await troublesOf(ctx, found.id, account!),
      note: await noteOf(db, found.id),
      handles: await handlesOf(db, found.id),
      sessions: {
        pages: await sessionsOfAccount(db, found.id, now),
        extension: await liveSessionsOf(db, found.id, now),
        agents: (await liveConnectionsOf(ctx.db, found.id, now)).length,
      },
    };
  },
});
