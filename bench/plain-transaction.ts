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

/** Transactions per second, the best of three client counts. Needs pgbench from PostgreSQL's own packages. */
export async function runPgbench(options: PgbenchOptions): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'contactry-pgbench-'));
  const file = join(folder, 'lookup.sql');
  await writeFile(file, script(options));
  let best = 0;
  for (const clients of [8, 16, 32]) best = Math.max(best, await rate(options, file, clients));
  await rm(folder, { recursive: true });
  return best;
}

async function rate({ server, seconds }: PgbenchOptions, file: string, clients: number): Promise<number> {
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
