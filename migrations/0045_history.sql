-- owner: src/domains/lookup: lookup_past

-- A call of a job names it, and the sums by hour are by job and reason too. Columns that are empty take no bytes of a call.
alter table usage_event add column job uuid;
create or replace view usage_call as
select account, at, op_key, credits, profile_hash, disclosed_fields, is_test, kind,
  coalesce(status, case when profile_hash is null then 'not_found' else 'completed' end) as status,
  coalesce(reason, case credits when 0 then 'not_found' else 'completed_lookup' end) as reason,
  network, door, key_id, client_reference, job
from usage_event;
alter type lookup_ending add attribute job uuid;

-- Empty where the event has none.
alter table usage_hour add column job text not null default '';
-- Empty where it follows: "completed_lookup" if something was charged, else "not_found".
alter table usage_hour add column reason text not null default '';
alter table usage_hour drop constraint usage_hour_pkey;
alter table usage_hour add primary key (account, hour, kind, status, network, is_test, door, key_id, job, reason);

-- They have a parameter more.
do $$ declare v_function regprocedure; begin
  for v_function in
    select oid::regprocedure from pg_proc where proname in ('lookup_answer_batch', 'lookup_complete_batch', 'lookup_settle',
      'lookup_forget', 'lookup_forget_by_age')
  loop
    execute format('drop function %s', v_function);
  end loop;
end $$;

-- Whom an account looked up, without the contacts: written when the answer is forgotten, deleted after "history_days". What the
-- call cost and where it came from is in its usage event.
create table lookup_past (
  account bigint not null,
  op_key uuid not null,
  profile_hash uuid not null,
  at timestamptz not null,
  -- Values found.
  emails smallint not null,
  phones smallint not null,
  links smallint not null,
  -- The canonical link.
  profile_url text not null,
  -- Where it isn't the last part of the link.
  handle text,
  full_name text,
  primary key (account, op_key)
);
create index lookup_past_age on lookup_past (at);
-- For erasures. Not BRIN as in usage_event: where rows are deleted, new ones take their place and rewrite its filters.
create index lookup_past_profile on lookup_past (profile_hash);

-- Grants, expiries, revocations and refunds of a period. Spends don't touch this index.
create index credit_ledger_others on credit_ledger (account, at) where kind in (1, 6, 7, 8);

-- Of a job that an account began on its pages without a key.
alter table job alter column key_id drop not null;
