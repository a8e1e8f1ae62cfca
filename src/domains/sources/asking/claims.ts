import { sql } from 'kysely';
import { leaseMs, openLeases } from '#core/concurrency/leases.ts';
import type { Db, Log } from '#core/context.ts';
import { rowsOf, run } from '#core/database/statement.ts';
import type { QuestionKey } from '../sql.ts';

/** Records who is asking a source about a profile. A claim lasts until it is disposed of or its process dies. */
export interface Claims {
  /** Claims the right to ask a paid source. Null while another process has it. */
  take(question: QuestionKey): Promise<AsyncDisposable | null>;
  /** Records a question to a free source. Any number of processes may ask it. */
  note(question: QuestionKey): Promise<AsyncDisposable>;
}

/** @param worker identifies this process to other processes */
export function openClaims(db: Db, worker: string, log: Log): Claims {
  const leases = openLeases<QuestionKey>(
    (questions) => renewClaims(db, worker, questions),
    (error) => log.error({ error }, 'could not renew the claims on questions'),
  );
  const held = (question: QuestionKey): AsyncDisposable => {
    const lease = leases.keep(question);
    return {
      async [Symbol.asyncDispose]() {
        lease[Symbol.dispose]();
        await releaseClaim(db, worker, question);
      },
    };
  };
  return {
    take: async (question) => ((await insertClaim(db, worker, question, true)) ? held(question) : null),
    async note(question) {
      await insertClaim(db, worker, question, false);
      return held(question);
    },
  };
}

const afterLease = sql`clock_timestamp() + make_interval(secs => ${leaseMs / 1000})`;

const insertClaim = async (
  db: Db,
  worker: string,
  { profileHash, source, wanted }: QuestionKey,
  isExclusive: boolean,
): Promise<boolean> =>
  (
    await rowsOf(db)`
    insert into source_claim as claim (profile_hash, source, wanted, holder, claimed_until)
    values (${profileHash}, ${source}, ${wanted}, ${worker}, ${afterLease})
    on conflict (profile_hash, source, wanted)
    do update set holder = excluded.holder, claimed_until = excluded.claimed_until
    where not ${isExclusive} or claim.claimed_until < clock_timestamp()
    returning 1 as claimed`
  ).length > 0;

/** Updates rows in key order, so that two processes never wait for each other. */
const renewClaims = (db: Db, worker: string, questions: readonly QuestionKey[]): Promise<void> =>
  run(db)`
    update source_claim claim set claimed_until = ${afterLease}
    from (
      select profile_hash, source, wanted from source_claim
      where holder = ${worker} and (profile_hash, source, wanted) in (
        select * from unnest(${questions.map(({ profileHash }) => profileHash)}::uuid[],
          ${questions.map(({ source }) => source)}::text[], ${questions.map(({ wanted }) => wanted)}::smallint[])
      )
      order by profile_hash, source, wanted for update
    ) kept
    where claim.profile_hash = kept.profile_hash and claim.source = kept.source and claim.wanted = kept.wanted`;

async function releaseClaim(
  db: Db,
  worker: string,
  { profileHash, source, wanted }: QuestionKey,
): Promise<void> {
  await db
    .deleteFrom('source_claim')
    .where('profile_hash', '=', profileHash)
    .where('source', '=', source)
    .where('wanted', '=', wanted)
    .where('holder', '=', worker)
    .execute();
}

/** Ends the claims a dead process had on a profile, and returns their sources. */
export async function takeClaimsOf(db: Db, worker: string, profileHash: string): Promise<string[]> {
  const rows = await rowsOf<{ source: string }>(db)`
    delete from source_claim where profile_hash = ${profileHash} and holder = ${worker} returning source`;
  return rows.map(({ source }) => source);
}
