-- Counts the credits of a lookup for the sources that earned them, in equal parts. `directory` takes its part, and isn't counted. Rows are
-- written in the order of their keys, so that two lookups never wait for each other in a circle.
create or replace function source_earned(p_sources text[], p_credits bigint) returns void language sql volatile as $$
  insert into source_tally as tally (source, day, credits_earned)
  select earning.source, (clock_timestamp() at time zone 'UTC')::date, p_credits::numeric / nullif(cardinality(p_sources), 0)
  from unnest(p_sources) as earning (source) where earning.source <> 'directory' order by earning.source
  on conflict (source, day) do update set credits_earned = tally.credits_earned + excluded.credits_earned
$$;
