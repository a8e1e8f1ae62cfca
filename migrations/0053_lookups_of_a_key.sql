-- It has more parameters.
drop function if exists lookup_history(
  bigint, timestamptz, timestamptz, timestamptz, uuid, text, text, text, boolean, text, integer, integer
);
