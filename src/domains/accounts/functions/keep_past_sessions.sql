-- Keeps what the timeline says of a session when its row is deleted: no address, no browser, no name.
-- Arguments: source, what, the column of its time, then columns of its detail, each as `column` or `column=name`.
create or replace function keep_past_sessions() returns trigger language plpgsql as $$
begin
  insert into past_session (account, source, at, what, detail)
  select gone.account, TG_ARGV[0], (to_jsonb(gone) ->> TG_ARGV[2])::timestamptz, TG_ARGV[1], (
    select jsonb_object_agg(coalesce(nullif(split_part(argument, '=', 2), ''), argument), to_jsonb(gone) -> split_part(argument, '=', 1))
    from unnest(TG_ARGV[3:]) as argument
  )
  from gone
  where to_jsonb(gone) ->> TG_ARGV[2] is not null;
  return null;
end $$;

create or replace trigger keep_past_sessions after delete on identity_session referencing old table as gone
  for each statement execute function keep_past_sessions('sessions', 'session.started', 'started_at', 'last_seen_at');

create or replace trigger keep_past_sessions after delete on web_session referencing old table as gone
  for each statement execute function keep_past_sessions('sign-ins', 'account.signed_in', 'created_at', 'id=session_id', 'provider');

create or replace trigger keep_past_sessions after delete on extension_session referencing old table as gone
  for each statement execute function keep_past_sessions('extension', 'extension.connected', 'created_at', 'id=session_id');

create or replace trigger keep_past_session_ends after delete on extension_session referencing old table as gone
  for each statement execute function
    keep_past_sessions('extension', 'extension.ended', 'ended_at', 'id=session_id', 'ended_because=because');
