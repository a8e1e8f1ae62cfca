import { sql } from 'kysely';
import { type Clock, minuteMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { openCopies } from '#core/copies/copies-in-memory.ts';
import { port } from '#core/ports.ts';
import { type Principal, type SubjectKey, subjectsOf, subjectsOfHandles } from '../locks/subjects.ts';

/** The subjects of the accounts of people who sign in, cached in memory: they cost no query while nothing changes. */
export interface KnownPrincipals {
  /**
   * Every subject by which a lock can stop the principal, except the address: its own, and those of the accounts that its
   * email, handles and account_id lead to.
   */
  subjectsOf(principal: Principal): Promise<SubjectKey[]>;
  /** The account was created, or its email or handles changed. `account` is its number. */
  forgetAccount(account: number | string): void;
  onFeedLost(): void;
  onFeedRestored(): void;
}

export const KnownPrincipals = port<KnownPrincipals>('known-principals');

/** Announces accounts that are created, or whose email or handles change. Payload: `account.id`. */
export const accountChannel = 'account_changed';

// Every change is announced, so their age is a backstop only. A dashboard asks about the same people all day.
const keptMs = 5 * minuteMs;
const limits = { knownMax: 50_000, knownForMs: keptMs, unknownMax: 10_000, unknownForMs: keptMs };

interface Known {
  account: string;
  subjects: readonly SubjectKey[];
}

export function openPrincipals({ db, clock }: { db: Db; clock: Clock }): KnownPrincipals {
  const accounts = openCopies<Known>({
    limits,
    clock,
    async read(keys) {
      const found = await accountsNamed(
        db,
        keys.map((key) => accountNameOf(key)!),
      );
      const once = new Map(found.map((account) => [account?.id, account && knownOf(account)]));
      return found.map((account) => once.get(account?.id) ?? null);
    },
  });

  return {
    async subjectsOf(principal) {
      const own = subjectsOf(principal);
      const all = [...own];
      const reading: Promise<Known | null>[] = [];
      for (const key of own) {
        if (!accountNameOf(key)) continue;
        const known = accounts.get(key);
        if (known instanceof Promise) reading.push(known);
        else if (known) all.push(...known.subjects);
      }
      for (const known of reading.length > 0 ? await Promise.all(reading) : []) {
        if (known) all.push(...known.subjects);
      }
      return all;
    },
    forgetAccount(account) {
      const changed = String(account);
      accounts.dropWhere((known) => known.account === changed, { andUnknown: true });
    },
    onFeedLost: accounts.onFeedLost,
    onFeedRestored: accounts.onFeedRestored,
  };
}

const knownOf = (account: NamedAccount): Known => ({
  account: String(account.id),
  subjects: [...subjectsOf(account), ...subjectsOfHandles(account.handles)],
});

/** How an account is found by a subject. Null for a domain, which many share. */
function accountNameOf(key: SubjectKey): AccountName | null {
  const space = key.indexOf(' ');
  const [type, name] = [key.slice(0, space), key.slice(space + 1)];
  switch (type) {
    case 'account':
      return { by: 'account_id', kind: null, name };
    case 'email':
      return { by: 'email', kind: null, name };
    case 'mailbox':
      return { by: 'handle', kind: 'email', name };
    case 'provider_user':
    case 'whatsapp':
      return { by: 'handle', kind: type, name };
    default:
      return null;
  }
}

/** A name that leads to one account at most: its account_id, its email or a handle. */
interface AccountName {
  by: 'account_id' | 'email' | 'handle';
  /** The handle's kind. Null for the others. */
  kind: string | null;
  name: string;
}

interface NamedAccount {
  id: number;
  account_id: string;
  email: string | null;
  /** Kind, space, value. */
  handles: string[];
}

/** The account that each name leads to, in order, or null. */
async function accountsNamed(db: Db, names: readonly AccountName[]): Promise<(NamedAccount | null)[]> {
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
