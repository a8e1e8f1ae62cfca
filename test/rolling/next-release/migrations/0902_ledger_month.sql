-- What a report needs of the ledger, whose own rows never change.
create table ledger_month (
  account bigint,
  op_key uuid,
  lot_id bigint,
  kind smallint,
  month date not null,
  primary key (account, op_key, lot_id, kind)
);
