import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import type { DirectoryStats } from '../shapes.ts';

/** Changes to the directory's counts, by network and measure. */
export type Tally = Map<string, number>;

const partEnd = '\t';

/** Adds or removes one profile. Measures are `profiles`, `with_email`, `with_phone`, `emails.work`, `links.github` and so on. */
export function count(tally: Tally, network: string, contacts: ContactSet, sign: 1 | -1): void {
  const add = (measure: string) => {
    const name = `${network}${partEnd}${measure}`;
    tally.set(name, (tally.get(name) ?? 0) + sign);
  };
  add('profiles');
  if (contacts.emails.length > 0) add('with_email');
  if (contacts.phones.length > 0) add('with_phone');
  for (const { type } of contacts.emails) add(`emails.${type}`);
  for (const { type } of contacts.phones) add(`phones.${type}`);
  for (const link of contacts.links) add(`links.${link.network}`);
}

export async function addTally(db: Db, tally: Tally): Promise<void> {
  const changes = [...tally].filter(([, amount]) => amount !== 0);
  if (changes.length === 0) return;
  const names = changes.map(([name]) => name.split(partEnd));
  await sql`
    insert into directory_tally (network, measure, amount)
    select * from unnest(${names.map(([network]) => network)}::text[], ${names.map(([, measure]) => measure)}::text[],
      ${changes.map(([, amount]) => amount)}::bigint[])`.execute(db);
}

const rowsPerFold = 10_000;

/** Compacts rows that no other process is compacting. Totals stay the same, and reading them stays fast. */
export async function foldTally(db: Db): Promise<void> {
  await sql`
    with folded as (
      delete from directory_tally
      where id = any (array(select id from directory_tally order by id limit ${rowsPerFold} for update skip locked))
      returning network, measure, amount
    )
    insert into directory_tally (network, measure, amount)
    select network, measure, sum(amount) from folded
    group by network, measure
    having sum(amount) <> 0`.execute(db);
}

export interface Counted {
  network: string;
  measure: string;
  amount: number;
}

export async function readTally(db: Db): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select network, measure, sum(amount)::bigint as amount
    from directory_tally
    group by network, measure
    having sum(amount) <> 0
    order by network, measure`.execute(db);
  return rows;
}

type Counts = Omit<DirectoryStats, 'suppressions' | 'last_import'>;

/** Converts the tally's totals to the report's form. */
export function statsOf(counted: readonly Counted[]): Counts {
  const sum = (measure: string, network?: string) =>
    counted
      .filter((each) => each.measure === measure && (network === undefined || each.network === network))
      .reduce((total, each) => total + each.amount, 0);
  const counts = (network?: string) => ({
    profiles: sum('profiles', network),
    with_email: sum('with_email', network),
    with_phone: sum('with_phone', network),
  });
  const byKind = (list: string) => {
    const measures = new Set(
      counted.map(({ measure }) => measure).filter((name) => name.startsWith(`${list}.`)),
    );
    return Object.fromEntries([...measures].map((name) => [name.slice(list.length + 1), sum(name)]));
  };
  const networks = [...new Set(counted.map(({ network }) => network))]
    .map((network) => ({ network, ...counts(network) }))
    .sort((one, other) => other.profiles - one.profiles);
  return {
    ...counts(),
    networks,
    emails: byKind('emails'),
    phones: byKind('phones'),
    links: byKind('links'),
  };
}
