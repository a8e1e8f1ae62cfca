-- The lots that can be spent at p_now, in the order in which every spend and hold burns them: along `upto`, soonest expiry first.
-- upto: the account's credits up to and including the lot. Without `set` clauses, so that it becomes a part of each statement.
create or replace function credit_burning(p_accounts bigint[], p_now timestamptz)
returns table (lot_id bigint, account bigint, avail bigint, upto bigint) language sql stable as $$
  select lot.id, lot.account, lot.avail, (sum(lot.avail) over (partition by lot.account order by lot.expires_at, lot.id))::bigint
  from credit_lot lot
  where lot.account = any (p_accounts) and lot.closed_at is null and lot.avail > 0 and lot.expires_at > p_now
$$;
