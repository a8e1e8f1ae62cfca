-- Takes heartbeats of many sessions as if one came after another, in array order. Locks the accounts in order, so that of two
-- sessions that start at once one is first. Nothing is written for a session that is refused.
-- o_outcome: live | elsewhere (refused: another session is live at another address) | ended | unknown_account
create or replace function session_track_batch(
  p_account_id text[], p_session text[], p_address text[], p_user_agent text[], p_at timestamptz[], p_ended boolean[],
  p_live interval
) returns table (o_ord integer, o_outcome text)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_accounts bigint[] := array(
    select account.id
    from unnest(p_account_id) with ordinality as given (account_id, ord) left join account using (account_id)
    order by given.ord
  );
begin
  perform id from account where id = any (v_accounts) order by id for no key update;

  return query
  select given.ord::integer, 'unknown_account'
  from unnest(v_accounts) with ordinality as given (account, ord) where account is null;

  -- The first heartbeat of each account, then the second of each: one round, unless an account has several in the batch.
  for v_round in 1 .. (
    select coalesce(max(heartbeats), 0)
    from (select count(*) as heartbeats from unnest(v_accounts) as account where account is not null group by account) as tally
  ) loop
    return query
    with numbered as (
      select given.*, row_number() over (partition by given.account order by given.ord) as round
      from unnest(v_accounts, p_session, p_address, p_user_agent, p_at, p_ended) with ordinality
        as given (account, session, address, user_agent, at, ended, ord)
      where given.account is not null
    ),
    item as (
      select numbered.*,
        not numbered.ended and exists (
          select from identity_session as other
          where other.account = numbered.account and other.session_id <> numbered.session
            and other.address_key <> numbered.address and other.last_seen_at > numbered.at - p_live
        ) as refused
      from numbered where numbered.round = v_round
    ),
    gone as (
      delete from identity_session as session using item
      where item.ended and session.account = item.account and session.session_id = item.session
    ),
    seen as (
      insert into identity_session as session (account, session_id, address_key, user_agent, started_at, last_seen_at)
      select item.account, item.session, item.address, item.user_agent, item.at, item.at
      from item where not item.ended and not item.refused
      on conflict (account, session_id) do update
        set address_key = excluded.address_key, user_agent = excluded.user_agent,
          last_seen_at = greatest(session.last_seen_at, excluded.last_seen_at)
    )
    select item.ord::integer, case when item.ended then 'ended' when item.refused then 'elsewhere' else 'live' end
    from item;
  end loop;
end $$;
