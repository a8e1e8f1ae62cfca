-- The pass of an account whose turn had to wait until p_ready_at: it continues beside the others and doesn't catch up.
-- One that didn't wait ('-infinity') keeps its pass.
create or replace function job_pass_after_wait(
  p_account bigint, p_lane text, p_pass bigint, p_ready_at timestamptz
) returns bigint language sql stable as $$
  select case when p_ready_at = '-infinity' then p_pass else greatest(p_pass, coalesce(
    (
      select pass from job_turn
      where lane = p_lane and account <> p_account and ready_at = '-infinity' order by pass, account limit 1
    ),
    (select pass from job_turn where lane = p_lane and account <> p_account order by pass, account limit 1)
  )) end
$$;
