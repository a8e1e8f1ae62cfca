import type { Db } from '#core/context.ts';
import { run } from '#core/database/statement.ts';
import type { Job } from '#core/job.ts';
import { againAndAgain } from '#core/running/again-and-again.ts';

/** Changes that one statement takes. */
const changesMax = 5_000;
/** An event names this many lookups at most. */
const lookupsPerEvent = 500;

/**
 * Writes `contact.changed` for accounts with an endpoint that wants it: the directory knows other emails, phones or links of a person
 * than when the account looked them up, at most `history_days` ago. Taking the changes and writing the events is one statement, so none
 * is lost, and no import waits for it.
 */
export const announceChanges: Job = {
  id: 'lookup.announce-changes',
  always: true,
  run: ({ ports: { db, settings }, signal }) =>
    againAndAgain(signal, () => emitChanges(db, settings.current().history_days)),
};

/**
 * Each lookup is compared by the first change after it, so one between two changes counts for the second. A person who opted out has no
 * lookups that are named here: `lookup_withdrawn` says when their answers were withdrawn.
 */
export const emitChanges = (db: Db, historyDays: number): Promise<void> =>
  run(db)`
    with changed as materialized (
      select *, lag(at, 1, '-infinity') over (partition by profile_hash order by at) as since from directory_take_changes(${changesMax})
    ),
    received as (
      select event.account, event.op_key, event.at, event.client_reference, changed.emails, changed.phones, changed.links,
        (row_number() over (partition by event.account order by event.at, event.op_key) - 1) / ${lookupsPerEvent}::integer as part
      from webhook_accounts_for('contact.changed') listening
      cross join lateral (
        select account, op_key, at, client_reference, profile_hash from usage_event
        where account = listening.account and at > clock_timestamp() - make_interval(days => ${historyDays}) and not is_test
        -- Read once and joined by a hash: a filter by thousands of profiles takes minutes. Without changes, nothing is read.
          and exists (select from changed)
        offset 0
      ) event
      join changed on changed.profile_hash = event.profile_hash and event.at >= changed.since and event.at < changed.at
      where (changed.emails or changed.phones or changed.links) and not exists (
        select from lookup_withdrawn withdrawn
        where withdrawn.profile_hash = event.profile_hash and withdrawn.withdrawn_at >= event.at
      )
    )
    select webhook_emit(account, 'contact.changed', '', json_build_object('lookups', lookups), null)
    from (
      select account, part, json_agg(
        json_build_object('id', 'lkp_' || replace(op_key::text, '-', ''),
          'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'client_reference', client_reference, 'emails', emails, 'phones', phones, 'links', links)
        order by at, op_key
      ) as lookups
      from received group by account, part
    ) named
    order by account, part`;
