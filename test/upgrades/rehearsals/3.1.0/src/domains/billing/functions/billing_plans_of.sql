-- The plans and packs an account has now, on the terms they were bought or assigned with. kind: monthly (bought here), topup, key
-- (assigned by an operator with a key) or contract (agreed with an operator).
-- A subscription whose next charge is due keeps its plan for 72 hours after the paid period.
create or replace function billing_plans_of(p_account bigint)
returns table (plan text, kind text, ends_at timestamptz, terms jsonb) language sql stable as $$
  select paid.plan, 'monthly', paid.ends_at, purchase.terms
  from (
    select purchase, plan, paid_until
      + case when stops_at is null and status in ('created', 'authenticated', 'active', 'pending')
          then interval '72 hours' else interval '0' end as ends_at
    from subscription
    where account = p_account and paid_until is not null
  ) paid
  join purchase on purchase.id = paid.purchase
  where paid.ends_at > ledger_now()
  union all
  select payment.plan, 'topup', credits_expire_at, purchase.terms
  from payment join purchase on purchase.id = payment.purchase
  where payment.account = p_account and outcome = 'granted' and subscription is null and credits_expire_at > ledger_now()
  union all
  select api_key.plan, 'key', expires_at, key_terms.terms
  from api_key join key_terms on key_terms.key_id = api_key.id
  where account = p_account and mode = 'live' and banned_at is null and revoked_at is null and expires_at > ledger_now()
  union all
  select contract.terms ->> 'id', 'contract', coalesce(contract.ends_at, 'infinity'), contract.terms
  from contract
  where contract.account = p_account and starts_at <= ledger_now() and coalesce(contract.ends_at, 'infinity') > ledger_now()
$$;
