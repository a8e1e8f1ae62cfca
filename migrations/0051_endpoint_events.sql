-- Which events an endpoint gets. Empty: every event, also types that are added later.
alter table webhook_endpoint add column events text[] not null default '{}';
