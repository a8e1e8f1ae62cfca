-- Every process caches the published campaigns. This tells them to read again.
create or replace function announce_campaign_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('campaign_changed', '');
  return null;
end $$;

create or replace trigger campaign_changed after insert or update or delete on campaign
  for each statement execute function announce_campaign_change();
