-- Makes the full proof of accounts p_first to p_last the baseline that the nightly proof continues from.
create or replace function credit_accept_proof(p_first bigint, p_last bigint) returns void language plpgsql as $$
begin
  perform credit_forget_proof('proved', p_first, p_last);
  update credit_proof set reading = 'proved' where reading = 'full' and account between p_first and p_last;
  update credit_proof_lot set reading = 'proved' where reading = 'full' and account between p_first and p_last;
  update credit_proof_hold set reading = 'proved' where reading = 'full' and account between p_first and p_last;
  update credit_proof_refund set reading = 'proved' where reading = 'full' and account between p_first and p_last;
  update credit_proof_month set reading = 'proved' where reading = 'full' and account between p_first and p_last;
end $$;
