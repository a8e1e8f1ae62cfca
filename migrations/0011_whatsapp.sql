-- owner: src/domains/whatsapp: whatsapp_number, whatsapp_proof, whatsapp_message, whatsapp_pause

-- An account's WhatsApp number. Verified numbers are claimed in identity_handle; others were only recorded and block nobody.
create table whatsapp_number (
  account bigint primary key references account,
  number text not null check (number ~ '^\+[0-9]{6,15}$'),
  recorded_at timestamptz not null,
  verified_at timestamptz
);
create index whatsapp_number_beginning on whatsapp_number (number text_pattern_ops);

-- Numbers that an account has verified at some time, also before they were unbound. Strangers can't use up its codes to them.
create table whatsapp_proof (
  account bigint not null references account,
  number text not null check (number ~ '^\+[0-9]{6,15}$'),
  proved_at timestamptz not null,
  primary key (account, number)
);

-- Each message with a one-time code, and what became of it. The code itself is never stored: `code_digest` is keyed with the
-- operator's pepper and bound to account and number. It is null once the code was used, replaced or tried too often.
create table whatsapp_message (
  id text primary key,
  account bigint not null references account,
  number text not null check (number ~ '^\+[0-9]{6,15}$'),
  code_digest bytea,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  used_at timestamptz,
  -- False if nobody could have received it, so that an outage doesn't use up the day's messages.
  counts boolean not null default true,
  -- Where the person was who asked for it; empty if the dashboard didn't say. IPv6 by its /64.
  address_key text not null default '',
  device text not null default '',
  -- The account had paid, or had verified the number before: it uses up nothing of what strangers share.
  has_reserve boolean not null default false,
  -- The vendor's id of the message.
  reference text,
  delivery text not null default 'sending'
    check (delivery in ('sending', 'not_sent', 'accepted', 'sent', 'delivered', 'read', 'failed')),
  delivery_at timestamptz,
  error_code integer,
  -- Until then the vendor wants no further message to this number.
  rests_until timestamptz
);
create unique index whatsapp_message_live on whatsapp_message (account) where code_digest is not null;
create index whatsapp_message_account on whatsapp_message (account, sent_at);
create index whatsapp_message_number on whatsapp_message (number, sent_at);
create index whatsapp_message_address on whatsapp_message (address_key, sent_at) where address_key <> '';
create index whatsapp_message_device on whatsapp_message (device, sent_at) where device <> '';
create index whatsapp_message_reference on whatsapp_message (reference) where reference is not null;
create index whatsapp_message_newest on whatsapp_message (sent_at desc, id desc);

-- At most one row: no process sends anything before `until`.
create table whatsapp_pause (
  is_only boolean primary key default true check (is_only),
  until timestamptz not null
);
