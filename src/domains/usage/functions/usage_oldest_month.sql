-- Usage is kept for 24 months besides the current one, as docs/guide/privacy.md tells people: the first moment of the oldest.
create or replace function usage_oldest_month() returns timestamptz language sql volatile as 'select usage_month(-24)';
