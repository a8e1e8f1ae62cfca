-- Which sources a past lookup's values came from. Null for those that were forgotten before, and where nothing was found.
alter table lookup_past add column sources text[];

-- They return a column more.
drop function if exists lookup_seen(lookup);
drop function if exists lookup_history(
  bigint, timestamptz, timestamptz, timestamptz, uuid, text, text, text, boolean, text, text, boolean, text, text, integer, integer
);
