-- owner: src/domains/invoices: tax_document, tax_document_series, tax_document_file, supplier_version

-- The last number of each series and financial year. Not a sequence: a transaction that rolls back must leave no gap
-- (CGST Rule 46(b)). The row stays locked until the issuing transaction ends.
create table tax_document_series (
  prefix text not null,
  financial_year text not null check (financial_year ~ '^[0-9]{4}$'),
  last_number integer not null check (last_number >= 0),
  primary key (prefix, financial_year)
);

-- The business that sells, as an operator set it in the console. The newest row counts, before the environment.
create table supplier_version (
  version integer generated always as identity primary key,
  name text not null,
  address_lines text[] not null,
  gstin text not null,
  sac text not null,
  changed_at timestamptz not null,
  actor text not null,
  reason text not null
);

-- Invoices and credit notes, as issued. `paper` is everything that the document says; the amounts are its own, for reports.
create table tax_document (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('invoice', 'credit_note')),
  prefix text not null,
  financial_year text not null,
  serial integer not null check (serial > 0),
  number text not null unique check (number ~ '^[A-Z0-9/-]{1,16}$'),
  account bigint not null references account,
  provider text not null,
  provider_payment_id text not null,
  provider_refund_id text,
  invoice bigint references tax_document,
  issued_at timestamptz not null,
  place_of_supply text not null check (place_of_supply ~ '^[0-9]{2}$'),
  total_paise bigint not null check (total_paise > 0),
  taxable_paise bigint not null check (taxable_paise >= 0),
  cgst_paise bigint not null check (cgst_paise >= 0),
  sgst_paise bigint not null check (sgst_paise >= 0),
  utgst_paise bigint not null check (utgst_paise >= 0),
  igst_paise bigint not null check (igst_paise >= 0),
  paper jsonb not null,
  unique (prefix, financial_year, serial),
  check (total_paise = taxable_paise + cgst_paise + sgst_paise + utgst_paise + igst_paise),
  check ((kind = 'credit_note') = (invoice is not null)),
  check ((kind = 'credit_note') = (provider_refund_id is not null))
);
create unique index tax_document_invoice on tax_document (provider, provider_payment_id) where kind = 'invoice';
create unique index tax_document_credit_note on tax_document (provider, provider_refund_id) where kind = 'credit_note';
create index tax_document_account on tax_document (account, provider_payment_id);
create index tax_document_issued on tax_document (issued_at, id);
create index tax_document_payment on tax_document (provider_payment_id);
create index tax_document_refund on tax_document (provider_refund_id) where provider_refund_id is not null;
create index tax_document_credited on tax_document (invoice) where kind = 'credit_note';

-- The PDF of a document, stored at its first download: every later one has the same bytes.
create table tax_document_file (
  document bigint primary key references tax_document,
  pdf bytea not null,
  rendered_at timestamptz not null default clock_timestamp()
);
