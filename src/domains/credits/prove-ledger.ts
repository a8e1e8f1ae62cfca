import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { Job } from '#core/operation.ts';
import { type Mismatch, reconcileInParts } from './sql/upkeep.ts';

const accountsAtOnce = 500;

/** Every night the ledger is added up again. Each account whose books don't agree with it is one alert until it is resolved. */
export const proveLedger: Job = {
  id: 'credits.prove-ledger',
  schedule: '23 21 * * *',
  async run({ ports, log }) {
    let wrongAccounts = 0;
    for await (const mismatches of reconcileInParts(ports.db, accountsAtOnce)) {
      const byAccount = Map.groupBy(mismatches, ({ account }) => account);
      for (const [account, own] of byAccount) await raiseAlert(ports.db, account, own);
      wrongAccounts += byAccount.size;
    }
    if (wrongAccounts > 0) log.error({ accounts: wrongAccounts }, 'the ledger does not agree with the books');
    else log.info({}, 'the ledger was proved');
  },
};

/** The alert that stands already gets the newest numbers. */
async function raiseAlert(db: Db, account: number, mismatches: Mismatch[]): Promise<void> {
  const details = { account, mismatches: mismatches.map(({ account: _, ...mismatch }) => mismatch) };
  await sql`
    insert into operator_alert (kind, subject, details)
    values (
      'ledger_mismatch',
      'account ' || coalesce((select account_id from account where id = ${account}), ${`#${account}`}),
      ${JSON.stringify(details)}::jsonb
    )
    on conflict (kind, subject) where resolved_at is null do update set details = excluded.details`.execute(
    db,
  );
}
