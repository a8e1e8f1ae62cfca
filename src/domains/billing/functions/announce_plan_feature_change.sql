-- Every process holds the plans' features for the price list. This tells them to reload.
create or replace function announce_plan_feature_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('plan_feature_changed', '');
  return null;
end $$;

create or replace trigger plan_feature_changed after insert or update or delete on plan_feature
  for each statement execute function announce_plan_feature_change();
