-- Writes an event of the account: a message to each enabled endpoint that wants its type, sent once this transaction has committed.
-- Returns how many. p_at: now, if null. p_subject: see webhook_delivery.subject. p_about: an event of this type and about this is sent only once.
create or replace function webhook_emit(
  p_account bigint, p_type text, p_subject text, p_data json, p_at timestamptz, p_about text default '', p_traceparent text default null
) returns integer
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_at timestamptz := coalesce(p_at, clock_timestamp());
  v_written integer;
begin
  perform from webhook_endpoint where account = p_account and enabled and (events = '{}' or p_type = any (events)) limit 1;
  if not found then return 0; end if;
  if p_about <> '' then
    insert into webhook_once (account, type, about, at) values (p_account, p_type, p_about, v_at) on conflict do nothing;
    if not found then return 0; end if;
  end if;
  insert into webhook_delivery (account, endpoint, message_id, url, type, subject, body, traceparent, status, created_at, started_at,
    next_attempt_at)
  select p_account, id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), url, p_type, p_subject,
    format('{"type":%s,"timestamp":"%s","data":%s}', to_json(p_type),
      to_char(v_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), p_data),
    p_traceparent, 'waiting', v_at, v_at,
    -- Overtakes whatever else waits for the endpoint.
    case p_type when 'person.opted_out' then v_at - interval '1 day' else v_at end
  from webhook_endpoint
  where account = p_account and enabled and (events = '{}' or p_type = any (events))
  order by created_at, id
  -- One that is being deleted is left out, instead of failing the caller.
  for key share;
  get diagnostics v_written = row_count;
  perform pg_notify('webhook_work', p_account::text);
  return v_written;
end $$;
