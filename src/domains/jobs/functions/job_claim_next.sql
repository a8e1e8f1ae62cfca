-- Claims rows of a job for a worker: those of a worker that died, else the next ones of the account whose turn it is.
-- o_outcome: claimed | again (something changed in between: ask again at once) | idle.
create or replace function job_claim_next(p_lane text, p_worker uuid, p_size integer, p_lease interval)
returns table (
  o_outcome text, o_account bigint, o_job uuid, o_from integer, o_to integer, o_token uuid, o_takeovers smallint
) language plpgsql
-- Rows are read in their order until there are enough, however many the planner expects.
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  v_turn job_turn;
  v_job job;
  v_from integer;
  v_size bigint := p_size;
  v_claimed integer;
begin
  update job_claim claim
  set worker = p_worker, token = gen_random_uuid(), lease_until = clock_timestamp() + p_lease, takeovers = takeovers + 1
  where ctid = any (array(
    select ctid from job_claim where lane = p_lane and lease_until < now()
    order by lease_until limit 1 for update skip locked
  ))
  returning 'claimed', claim.account, claim.job, claim.from_row, claim.to_row, claim.token, claim.takeovers
  into o_outcome, o_account, o_job, o_from, o_to, o_token, o_takeovers;
  if found then return next; return; end if;

  select * into v_turn from job_turn turn
  where turn.lane = p_lane and turn.ready_at <= now() order by turn.pass, turn.account limit 1;
  o_outcome := 'idle';
  if not found then return next; return; end if;
  o_outcome := 'again';
  select * into v_job from job
  where job.account = v_turn.account and job.status in ('queued', 'running')
    and case p_lane when 'directory' then job.directory_row else job.sources_row end is not null
  order by job.claimed_at nulls first, job.id limit 1 for no key update;
  if not found then
    perform job_leave_line(v_turn.account, p_lane);
    return next; return;
  end if;
  if v_job.credits_limit is not null then
    v_size := least(v_size, v_job.credits_limit - v_job.spent
      - coalesce((select sum(items) from job_claim where account = v_job.account and job = v_job.id), 0));
  end if;
  -- Claims in progress decide how much of the limit is left. Their end makes the turn ready again.
  if v_size <= 0 then
    update job set claimed_at = clock_timestamp() where account = v_job.account and id = v_job.id;
    update job_turn
    set ready_at = clock_timestamp() + interval '100 ms', pass = job_pass_after_wait(account, lane, pass, now())
    where account = v_job.account and lane = p_lane;
    return next; return;
  end if;

  select free.row into v_from from job_item free
  where free.account = v_job.account and free.job = v_job.id
    and free.row >= case p_lane when 'directory' then v_job.directory_row else v_job.sources_row end
    and free.status = case p_lane when 'directory' then 'waiting' else 'asking' end
    and not exists (
      select from job_claim taken
      where taken.account = v_job.account and taken.job = v_job.id and taken.lane = p_lane
        and free.row between taken.from_row and taken.to_row
    )
  order by free.row limit 1;
  -- A claim ends before the rows that another worker has.
  select min(item.row), max(item.row), count(*) into o_from, o_to, v_claimed from (
    select free.row from job_item free
    where free.account = v_job.account and free.job = v_job.id and free.row >= v_from
      and free.row < coalesce((
        select min(taken.from_row) from job_claim taken
        where taken.account = v_job.account and taken.job = v_job.id and taken.lane = p_lane and taken.from_row > v_from
      ), v_job.row_count + 1)
      and free.status = case p_lane when 'directory' then 'waiting' else 'asking' end
    order by free.row limit v_size
  ) item;
  if v_claimed = 0 then
    update job
    set directory_row = case p_lane when 'directory' then null else directory_row end,
      sources_row = case p_lane when 'sources' then null else sources_row end
    where account = v_job.account and id = v_job.id;
    return next; return;
  end if;
  o_token := gen_random_uuid();
  insert into job_claim (account, job, lane, from_row, to_row, items, worker, token, lease_until)
  values (v_job.account, v_job.id, p_lane, o_from, o_to, v_claimed, p_worker, o_token, clock_timestamp() + p_lease);
  update job
  set status = 'running', started_at = coalesce(started_at, clock_timestamp()), claimed_at = clock_timestamp(),
    directory_row = case p_lane when 'directory' then o_to + 1 else directory_row end,
    sources_row = case p_lane when 'sources' then o_to + 1 else sources_row end
  where account = v_job.account and id = v_job.id;
  -- 12 divides by every weight.
  update job_turn
  set ready_at = '-infinity',
    pass = job_pass_after_wait(account, lane, pass, ready_at) + 12 * v_claimed / v_job.weight
  where account = v_job.account and lane = p_lane;
  o_outcome := 'claimed';
  o_account := v_job.account;
  o_job := v_job.id;
  o_takeovers := 0;
  return next;
end $$;
