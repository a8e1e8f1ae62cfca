-- The rate that the account chose for the key, below its own. `rate_limit_per_min` is the operator's. Null: the account's rate alone.
alter table api_key add column chosen_rate integer check (chosen_rate between 1 and 1000000);
