-- The plans and packs an account has now. kind: monthly (bought here), topup, or key (assigned by an operator with a key).
-- A subscription whose next charge is due keeps its plan for 72 hours after the paid period.
create or replace function billing_plans_of(p_account bigint)
returns table (plan text, kind text, ends_at timestamptz) language sql stable as $$
  select plan, 'monthly', ends_at
  from (
    select plan, paid_until
      + case when stops_at is null and status in ('created', 'authenticated', 'active', 'pending')
          then interval '72 hours' else interval '0' end as ends_at
    from subscription
    where account = p_account and paid_until is not null
  ) paid
  where ends_at > ledger_now()
  union all
  select plan, 'topup', credits_expire_at
  from payment
  where account = p_account and outcome = 'granted' and subscription is null and credits_expire_at > ledger_now()
  union all
  select plan, 'key', expires_at
  from api_key
  where account = p_account and mode = 'live' and banned_at is null and revoked_at is null and expires_at > ledger_now()
$$;
