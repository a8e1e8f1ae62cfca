import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** A name that leads to one account at most: its account_id, its email or a handle. */
export interface AccountName {
  by: 'account_id' | 'email' | 'handle';
  /** The handle's kind. Null for the others. */
  kind: string | null;
  name: string;
}

export interface NamedAccount {
  id: number;
  account_id: string;
  email: string | null;
  /** Kind, space, value. */
  handles: string[];
}

/** The account that each name leads to, in order, or null. */
export async function accountsNamed(db: Db, names: readonly AccountName[]): Promise<(NamedAccount | null)[]> {
  const { rows } = await sql<NamedAccount & { position: number }>`
    select asked.position::integer, account.id, account.account_id, account.email,
      array(
        select handle.kind || ' ' || handle.handle from identity_handle as handle
        where handle.account = account.id and handle.kind <> 'device'
      ) as handles
    from unnest(${names.map(({ by }) => by)}::text[], ${names.map(({ kind }) => kind)}::text[],
      ${names.map(({ name }) => name)}::text[]) with ordinality as asked (by, kind, name, position)
    cross join lateral (
      select id from account where asked.by = 'account_id' and account_id = asked.name
      union all
      select id from account where asked.by = 'email' and email = asked.name
      union all
      select account from identity_handle where asked.by = 'handle' and kind = asked.kind and handle = asked.name
    ) as owner (id)
    join account on account.id = owner.id`.execute(db);
  const found = new Map(rows.map(({ position, ...account }) => [position, account]));
  return names.map((_, at) => found.get(at + 1) ?? null);
}
