import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PoolConfig } from 'pg';
import { outputOf } from './output-of.ts';

export interface PgbenchOptions {
  server: PoolConfig;
  seconds: number;
  /** The account that pays. */
  account: number;
}

/** A UUIDv7, as Contactry gives a lookup. */
const timeOrderedKey = `(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
  || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`;

/**
 * What a service without batching does per lookup: read, lock, spend, store as much as Contactry does, count, commit. The profile
 * is the next one after a random hash: the hash of a link, made in SQL, would cost more than the rest of the read.
 */
const script = ({ account }: PgbenchOptions) => `
\\set who ${account}
begin;
select ${timeOrderedKey} as op,
  (select contacts from directory_profile where profile_hash >= (select gen_random_uuid()) order by profile_hash limit 1) as contacts \\gset
select account from credit_account where account = :who for no key update;
update credit_lot set avail = avail - 1, spent = spent + 1
  where id = (select id from credit_lot where account = :who and closed_at is null and avail > 0 order by expires_at, id limit 1);
insert into credit_ledger (account, op_key, lot_id, kind, amount, balance_after, at)
  select :who, :op, id, 2, 1, avail, clock_timestamp() from credit_lot where account = :who order by expires_at, id limit 1;
insert into lookup (account, op_key, profile_hash, status, charged, balance_after, answer, created_at, document_version)
  values (:who, :op, gen_random_uuid(), 'completed', 1, 1, repeat('x', 58), clock_timestamp(), 1);
insert into usage_event (account, op_key, profile_hash, disclosed_fields, kind, credits, network, door, key_id)
  values (:who, :op, gen_random_uuid(), 7, 'find', 1, 'linkedin', 'api', repeat('k', 26));
commit;
`;

/** Transfers of a batch, as many as the lookups of one statement. */
const transfers = 128;

/** Accounts that the transfers go to. */
const receivers = 1000;

/** A ledger with two entries and nothing else: no keys, no lots that expire, no answers. */
export const plainLedger = `
create table plain_account (id integer primary key, debits bigint not null default 0, credits bigint not null default 0);
create table plain_transfer (id uuid primary key, debit integer not null, credit integer not null, amount bigint not null, at timestamptz not null);
insert into plain_account (id) select generate_series(0, ${receivers});
`;

/** The same account pays each transfer. They are made in SQL, so none has to be sent. Locks are taken in the order of the accounts. */
const batchScript = `
with given as materialized (
  select uuidv7() as id, 0 as debit, 1 + floor(random() * ${receivers})::integer as credit, 1::bigint as amount
  from generate_series(1, ${transfers})
), moved as (
  select account, sum(debit) as debits, sum(credit) as credits from (
    select debit as account, amount as debit, 0 as credit from given union all select credit, 0, amount from given
  ) entry group by account
), locked as materialized (
  select id from plain_account where id in (select account from moved) order by id for no key update
), changed as (
  update plain_account set debits = plain_account.debits + moved.debits, credits = plain_account.credits + moved.credits
  from moved join locked on locked.id = moved.account where plain_account.id = moved.account
)
insert into plain_transfer select id, debit, credit, amount, clock_timestamp() from given;
`;

/** Lookups without batching per second, each with a transaction of its own. Needs pgbench from PostgreSQL's own packages. */
export const runPgbench = (options: PgbenchOptions): Promise<number> =>
  bestRate(options, script(options), [8, 16, 32]);

/** Transfers per second of the plain ledger, many in a statement, without HTTP. */
export const runBatchedLedger = async (options: Omit<PgbenchOptions, 'account'>): Promise<number> =>
  transfers * (await bestRate(options, batchScript, [1, 2, 4]));

/** Transactions per second, the best of several counts of clients. */
async function bestRate(
  options: Omit<PgbenchOptions, 'account'>,
  text: string,
  counts: readonly number[],
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'contactry-pgbench-'));
  const file = join(folder, 'script.sql');
  await writeFile(file, text);
  let best = 0;
  for (const clients of counts) best = Math.max(best, await rate(options, file, clients));
  await rm(folder, { recursive: true });
  return best;
}

async function rate(
  { server, seconds }: Omit<PgbenchOptions, 'account'>,
  file: string,
  clients: number,
): Promise<number> {
  const { host, port, user, password, database } = server;
  const duration = String(Math.max(2, Math.ceil(seconds / 3)));
  const said = await outputOf(
    'pgbench',
    ['-n', '-M', 'prepared', '-f', file, '-c', String(clients), '-j', '2', '-T', duration],
    { PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: String(password), PGDATABASE: database },
  );
  const tps = /tps = ([\d.]+)/.exec(said)?.[1];
  if (!tps) throw new Error(`pgbench gave no rate:\n${said}`);
  return Number(tps);
}
