import { type RawBuilder, sql } from 'kysely';
import { mayBeCharged } from '../rules.ts';

/**
 * Plans of the accounts that end within a week: subscriptions that are cancelled or that the provider won't charge again, and contracts.
 * `credits`: of the lots that expire by then.
 */
export const endingPlans = (accounts: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ending.*, clock.now, (
    select coalesce(sum(avail), 0)::bigint from credit_lot lot
    where lot.account = ending.account and lot.closed_at is null
      and lot.expires_at > clock.now and lot.expires_at <= ending.ends_at
  ) as credits
  from ${accounts} watched
  cross join (select ledger_now() as now) clock
  cross join lateral (
    select account, purchase as id, 'subscription' as kind, reference, plan,
      (select terms ->> 'name' from purchase where id = subscription.purchase) as name, paid_until as ends_at
    from subscription
    where account = watched.account and paid_until is not null
      and (stop_reason = 'cancelled' or stop_reason is null and status <> all (${[...mayBeCharged]}::text[]))
    union all
    select account, id, 'contract', id, terms ->> 'id', terms ->> 'name', ends_at from contract
    where account = watched.account and starts_at <= clock.now
  ) ending
  where ending.ends_at > clock.now and ending.ends_at <= clock.now + interval '7 days'`;
