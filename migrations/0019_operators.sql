-- For operators: the audit trail and alerts as they are asked for.
create index audit_entry_account on audit_entry ((details ->> 'account_id'), id desc);
create index audit_entry_actor on audit_entry (actor, id desc);
create index audit_entry_event on audit_entry (event, id desc);

alter table operator_alert
  add column times integer not null default 1,
  add column last_at timestamptz not null default clock_timestamp(),
  -- Null when the service closed it by itself, because its cause was gone.
  add column resolved_by text,
  add column note text,
  add constraint alert_is_resolved_with_a_note
    check ((resolved_by is null) = (note is null) and (resolved_by is null or resolved_at is not null));
create index operator_alert_kind on operator_alert (kind, id desc);
