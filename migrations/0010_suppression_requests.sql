-- Finds the profiles that carry a value. An import is bound by reading its rows, not by this index.
create index directory_profile_suppression_keys on directory_profile using gin (suppression_keys);

-- When everything the entry hides was erased: until then the background job has work to do with it.
alter table suppression add column erased_at timestamptz;
create index suppression_to_erase on suppression (key) where erased_at is null;
create index suppression_created on suppression (created_at desc, key desc);

-- People who ask by themselves to be left out. `target` is the address or the link, kept only while the request is open;
-- `key` stands for it in the suppression list. The proof is never stored: it follows from `id` and the operator's pepper.
create table opt_out_request (
  id text primary key,
  kind text not null check (kind in ('email', 'profile')),
  target text,
  key uuid not null,
  way text not null check (way in ('mail', 'profile', 'operator')),
  status text not null default 'open' check (status in ('open', 'confirmed', 'declined', 'expired')),
  tries integer not null default 0,
  created_at timestamptz not null,
  -- Of the proof; `infinity` where the operator decides.
  expires_at timestamptz not null,
  mailed_at timestamptz,
  decided_at timestamptz,
  decided_by text,
  check ((status = 'open') = (target is not null)),
  check ((status = 'open') = (decided_at is null))
);
create index opt_out_request_key on opt_out_request (key, created_at);
create index opt_out_request_created on opt_out_request (created_at desc, id desc);
