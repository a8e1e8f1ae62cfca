-- Deletes up to p_rows ledger rows of accounts p_first to p_last that are older than p_before and proved, and adds them to the
-- sums of erased rows, so that later proofs include them. Returns the count. Waits while a proof from nothing needs the rows.
create or replace function credit_erase(p_first bigint, p_last bigint, p_rows integer, p_before timestamptz) returns integer
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_through bigint;
  v_erased integer;
begin
  perform pg_advisory_xact_lock(7306104);
  if exists (select from credit_proof where reading = 'full' and account between p_first and p_last) then return 0; end if;
  select id into v_through from credit_ledger_mark where at <= p_before order by at desc limit 1;
  if not found then return 0; end if;
  v_erased := credit_fold('erased', p_first, p_last, p_rows, v_through);
  delete from credit_ledger row using credit_proof erased
  where erased.reading = 'erased' and erased.account between p_first and p_last
    and row.account = erased.account and row.id > 0 and row.id <= erased.through_id;
  return v_erased;
end $$;
