-- Ends a claim: writes the outcomes of its items and counts them. Rows that aren't given go back to the job;
-- p_broken and p_again are those that failed, and those for which no source could be asked. p_stop says why no
-- more can be done now: credits | budget | free_answers | key | locked, or null. Returns the job's new state: completed | cancelled | failed |
-- paused | nothing. lost: another worker took the claim over, and nothing is written.
create or replace function job_finish_claim(
  p_account bigint, p_job uuid, p_lane text, p_from integer, p_token uuid, p_rows integer[], p_status text[],
  p_reason text[], p_lookup uuid[], p_charged integer[], p_broken integer[], p_again integer[],
  p_stop text, p_results interval
) returns text language plpgsql
-- The planner estimates ten rows for an array, and one for a job that was never analysed: it would compare every row with every
-- other.
set enable_nestloop = off set enable_seqscan = off as $$
declare
  v_job job;
  v_before job;
  v_claim job_claim;
  v_done record;
  v_left integer;
  v_asking integer;
  v_stop text := p_stop;
begin
  -- A grant has the account locked too, so that either it sees the paused job or this sees its credits. So has a raised budget.
  if p_stop in ('credits', 'budget') and cardinality(credit_lock(array[p_account], true)) = 0 then v_stop := 'soon'; end if;
  select * into strict v_job from job where account = p_account and id = p_job for no key update;
  delete from job_claim
  where account = p_account and job = p_job and lane = p_lane and from_row = p_from and token = p_token
  returning * into v_claim;
  if not found then return 'lost'; end if;
  v_before := v_job;

  with given as materialized (
    select * from unnest(p_rows, p_status, p_reason, p_lookup, p_charged)
      as given (row, status, reason, lookup, charged)
  ),
  written as (
    update job_item item
    set status = given.status, reason = given.reason, lookup = given.lookup, charged = coalesce(given.charged, 0)
    from given
    where item.account = p_account and item.job = p_job and item.row between v_claim.from_row and v_claim.to_row
      and item.row = given.row and item.status in ('waiting', 'asking')
    returning item.status, item.charged
  )
  select count(*) filter (where status = 'completed') as completed, count(*) filter (where status = 'not_found') as not_found,
    count(*) filter (where status = 'failed') as failed, count(*) filter (where status <> 'asking') as all_done,
    coalesce(sum(charged), 0) as spent
  into v_done from written;
  update job_item item set tries = tries + 1
  where item.account = p_account and item.job = p_job and item.row = any (p_broken);
  update job_item item set asks = asks + 1
  where item.account = p_account and item.job = p_job and item.row = any (p_again);

  -- Rows in progress of a cancelled job are finished, and the rest isn't started. The other lane may have rows in between.
  if v_job.status in ('cancelled', 'failed') then
    update job_item item set status = 'cancelled'
    where item.account = p_account and item.job = p_job and item.row between v_claim.from_row and v_claim.to_row
      and item.status in ('waiting', 'asking') and not exists (
        select from job_claim claim
        where claim.account = p_account and claim.job = p_job and item.row between claim.from_row and claim.to_row
      );
    get diagnostics v_left = row_count;
    v_job.cancelled := v_job.cancelled + v_left;
  end if;
  select min(item.row) filter (where item.status = 'waiting'), min(item.row) filter (where item.status = 'asking')
  into v_left, v_asking
  from job_item item
  where item.account = p_account and item.job = p_job and item.row between v_claim.from_row and v_claim.to_row;
  v_job.directory_row := case when p_lane = 'directory' then least(v_job.directory_row, v_left) else v_job.directory_row end;
  v_job.sources_row := least(v_job.sources_row, v_asking);
  v_job.completed := v_job.completed + v_done.completed;
  v_job.not_found := v_job.not_found + v_done.not_found;
  v_job.failed := v_job.failed + v_done.failed;
  v_job.spent := v_job.spent + v_done.spent;
  v_job := job_paced(v_job, v_done.all_done::integer);

  if v_stop = 'credits' then
    if credit_available(p_account, ledger_now()) > 0 then
      v_stop := null;
    elsif exists (select from credit_hold where account = p_account and status = 'open') then
      -- What is set aside may come back.
      v_stop := 'soon';
    end if;
  elsif v_stop = 'budget' then
    if coalesce(credit_budget_left(p_account, v_job.key_id, null, ledger_now()), 1) > 0 then
      -- It was raised, or the job's own limit refused what work in progress may give back.
      v_stop := case when credit_budget_left(p_account, v_job.key_id, p_job, ledger_now()) <= 0 then 'soon' end;
    elsif exists (select from credit_hold where account = p_account and status = 'open' and lease_until < 'infinity') then
      v_stop := 'soon';
    end if;
  end if;
  v_job := job_settled(v_job, case when v_stop <> 'soon' then v_stop end, p_results);
  perform job_line_up(v_job);
  if v_stop = 'soon' or cardinality(p_again) > 0 then
    update job_turn
    set ready_at = clock_timestamp() + case when v_stop = 'soon' then interval '1 second' else interval '15 seconds' end
    where account = p_account and lane = p_lane;
  end if;
  return case
    when v_before.ended_at is null and v_job.ended_at is not null then v_job.status
    when v_before.status <> 'paused' and v_job.status = 'paused' then 'paused'
    else 'nothing'
  end;
end $$;
