-- Room used by an account's jobs. Other new jobs of the account wait until this transaction ends, so that together they can't
-- exceed a bound.
create or replace function job_room(p_account bigint) returns table (open_jobs bigint, rows bigint, bytes bigint)
language plpgsql set enable_seqscan = off as $$
begin
  perform pg_advisory_xact_lock(7306104, hashint8(p_account));
  return query
  select count(*) filter (where job.ended_at is null), coalesce(sum(job.row_count), 0)::bigint,
    coalesce(sum(job.bytes), 0)::bigint
  from job where job.account = p_account and job.has_results;
end $$;
