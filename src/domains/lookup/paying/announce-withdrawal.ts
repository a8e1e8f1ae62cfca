import type { Db } from '#core/context.ts';
import { run } from '#core/database/statement.ts';

/** An event names this many lookups at most. */
const lookupsPerEvent = 500;

/**
 * Writes `person.opted_out` for each account that received values of these people and has an endpoint that wants it. It names the account's
 * own lookups of one profile, so that it doesn't reveal which profiles are the same person's. The log is only searched if there is such an
 * endpoint.
 */
export const announceWithdrawal = (db: Db, hashes: readonly string[]): Promise<void> =>
  run(db)`
    select webhook_emit(account, 'person.opted_out', '', json_build_object('lookups', lookups), null)
    from (
      select account, json_agg(
        json_build_object('id', 'lkp_' || replace(op_key::text, '-', ''),
          'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'client_reference', client_reference, 'emails', emails, 'phones', phones, 'links', links)
        order by at, op_key
      ) as lookups
      from (
        select *, (row_number() over (partition by account, profile_hash order by at, op_key) - 1) / ${lookupsPerEvent}::integer as event
        from disclosed_lookups_of(${hashes}::uuid[])
        where account in (select account from webhook_accounts_for('person.opted_out'))
      ) given
      group by account, profile_hash, event
      order by account, profile_hash, event
    ) received
    where exists (select from webhook_accounts_for('person.opted_out'))`;
