-- Notes that a process runs, and proves that the server can write. An update in place needs no new block, so it succeeds on a
-- full disk. A sort that exceeds its memory does need some, which the server frees at once.
create or replace function process_beat(p_id uuid, p_role text, p_host text, p_takes_jobs boolean) returns void
language plpgsql set work_mem = '64kB' set lock_timeout = '2s' as $$
begin
  insert into running_process as process (id, role, host, takes_jobs) values (p_id, p_role, p_host, p_takes_jobs)
  on conflict (id) do update set seen_at = clock_timestamp(), takes_jobs = p_takes_jobs;
  perform sum(number + length(text)) from (
    select number, md5(number::text) || repeat('.', 500) as text from generate_series(1, 500) as number
    order by text offset 0
  ) as sorted;
end $$;
