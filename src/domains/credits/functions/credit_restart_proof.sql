-- Prepares a proof from nothing of accounts p_first to p_last. One that was interrupted continues. Erased rows can't be read
-- again, so their sums are taken over.
create or replace function credit_restart_proof(p_first bigint, p_last bigint) returns void language plpgsql as $$
declare
  v_fresh bigint[];
begin
  perform pg_advisory_xact_lock(7306104);
  v_fresh := array(
    select account from credit_proof erased
    where reading = 'erased' and account between p_first and p_last
      and not exists (select from credit_proof begun where begun.reading = 'full' and begun.account = erased.account)
  );
  insert into credit_proof
  select 'full', account, through_id, balance_after, at from credit_proof
  where reading = 'erased' and account = any (v_fresh);
  insert into credit_proof_lot
  select 'full', account, lot_id, granted, avail, held, spent, expired, revoked from credit_proof_lot
  where reading = 'erased' and account = any (v_fresh);
  insert into credit_proof_hold
  select 'full', account, hold_id, opened, settled, closed from credit_proof_hold
  where reading = 'erased' and account = any (v_fresh);
  insert into credit_proof_refund
  select 'full', account, reverses from credit_proof_refund where reading = 'erased' and account = any (v_fresh);
  insert into credit_proof_month
  select 'full', account, month, rows, content from credit_proof_month where reading = 'erased' and account = any (v_fresh);
end $$;
