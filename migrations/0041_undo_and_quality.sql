-- owner: src/domains/directory: directory_reject_group, directory_quality

-- A file that is imported again on purpose is an import of its own, so that either can be undone without the other. `repeated_by`
-- is the later one, which a further upload of the file is compared with.
alter table directory_import add column repeated_by text references directory_import on delete set null;
alter table directory_import drop constraint directory_import_sha256_key;
create unique index directory_import_file on directory_import (sha256) where repeated_by is null;
create index directory_import_sha256 on directory_import (sha256, started_at desc) where sha256 is not null;

-- The rejects of an import by what they have in common. Counts all of them, also those that aren't stored one by one.
create table directory_reject_group (
  import_id text not null references directory_import on delete cascade,
  scope text not null check (scope in ('row', 'value')),
  -- Empty if a whole line couldn't be read.
  column_name text not null,
  reason text not null,
  -- The sentence of the first one.
  detail text not null,
  amount bigint not null check (amount > 0),
  -- The first lines.
  lines bigint[] not null,
  primary key (import_id, scope, column_name, reason)
);
insert into directory_reject_group
select import_id, scope, coalesce(column_name, ''), reason, min(detail), count(*), (array_agg(distinct line))[1:5]
from directory_reject group by import_id, scope, coalesce(column_name, ''), reason;

-- What the last measurement of the directory found.
create table directory_quality (
  is_only boolean primary key default true check (is_only),
  measured_at timestamptz not null,
  -- Tells whether the directory changed since.
  state text not null,
  report jsonb not null
);

-- The contacts in the answers that found something. Each has one at least.
alter table source_tally add column values_found bigint not null default 0;
update source_tally set values_found = found;
