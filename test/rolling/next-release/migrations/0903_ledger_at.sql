-- no transaction
create index concurrently if not exists credit_ledger_rehearsal on credit_ledger (at);
