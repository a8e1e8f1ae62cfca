-- Deletes the sums of a reading of accounts p_first to p_last.
create or replace function credit_forget_proof(p_reading text, p_first bigint, p_last bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7306104);
  delete from credit_proof where reading = p_reading and account between p_first and p_last;
  delete from credit_proof_lot where reading = p_reading and account between p_first and p_last;
  delete from credit_proof_hold where reading = p_reading and account between p_first and p_last;
  delete from credit_proof_refund where reading = p_reading and account between p_first and p_last;
  delete from credit_proof_month where reading = p_reading and account between p_first and p_last;
end $$;
