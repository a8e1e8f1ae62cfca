-- owner: src/domains/billing/features: plan_feature, account_feature

-- For operators: the audit trail and alerts as they are asked for.
create index audit_entry_account on audit_entry ((details ->> 'account_id'), at desc, id desc);
create index audit_entry_actor on audit_entry (actor, at desc, id desc);
create index audit_entry_event on audit_entry (event, at desc, id desc);
create index audit_entry_operation on audit_entry (operation, at desc, id desc);

alter table operator_alert
  add column times integer not null default 1,
  add column last_at timestamptz not null default clock_timestamp(),
  -- Null when the service closed it by itself, because its cause was gone.
  add column resolved_by text,
  add column note text,
  add constraint alert_is_resolved_with_a_note
    check ((resolved_by is null) = (note is null) and (resolved_by is null or resolved_at is not null));
create index operator_alert_kind on operator_alert (kind, id desc);

-- Search by the beginning of a text.
create index api_key_prefix on api_key (prefix text_pattern_ops);
create index account_account_id_beginning on account (lower(account_id) text_pattern_ops);
create index account_email_beginning on account (lower(email) text_pattern_ops) where email is not null;
create index account_email_domain on account (lower(split_part(email, '@', -1)) text_pattern_ops) where email is not null;
create index identity_handle_email_beginning on identity_handle (handle text_pattern_ops) where kind = 'email';
create index account_own_rate on account (rate_limit_per_min, id desc) where rate_limit_per_min is not null;
create index whatsapp_number_beginning on whatsapp_number (number text_pattern_ops);
create index business_profile_first_name on business_profile (lower(first_name) text_pattern_ops);
create index business_profile_last_name on business_profile (lower(last_name) text_pattern_ops);
create index business_profile_business_name on business_profile (lower(business_name) text_pattern_ops) where business_name <> '';

create index identity_attempt_account on identity_attempt (account_id, id) where account_id is not null;
create index identity_lock_subject on identity_lock (subject_type, subject);

-- Agent access as operators switched it. Without a row, the price list decides for a plan, and the plans for an account.
create table plan_feature (
  plan text primary key,
  mcp boolean not null,
  reason text not null,
  changed_by text not null,
  changed_at timestamptz not null
);

create table account_feature (
  account bigint primary key references account,
  mcp boolean not null,
  reason text not null,
  changed_by text not null,
  changed_at timestamptz not null
);
create index account_feature_newest on account_feature (changed_at desc, account desc);
