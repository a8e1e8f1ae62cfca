import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { uuidOf } from '#core/ids.ts';
import { isHandle, isLatin, wordsOf } from '#values/person-name.ts';
import type { Lookup } from '../paying/lookup.ts';

export const rememberedDays = 30;

/** Whether the account recently ruled out a paid answer about this profile, and the caller's name would rule it out again. */
export async function wasVetoed(db: Db, pepper: string, { call, profileHash }: Lookup): Promise<boolean> {
  const { name } = call.request;
  if (name === undefined || isHandle(name, call.profile.handle)) return false;
  const { rows } = await sql<{ name_marks: string[] }>`
    select name_marks from lookup_veto
    where account = ${call.key.account.id} and profile_hash = ${profileHash}
      and vetoed_at > clock_timestamp() - make_interval(days => ${rememberedDays})`.execute(db);
  const [veto] = rows;
  return veto !== undefined && clashesWithMarks(pepper, profileHash, name, veto.name_marks);
}

/**
 * Hashes of a name's words and their prefixes. They show whether another name clashes (see `namesClash`) without revealing the
 * name, and differ for each profile.
 */
export const nameMarks = (pepper: string, profileHash: string, name: string): string[] =>
  wordsOf(name).flatMap((word) => [
    markOf(pepper, profileHash, 'word', word),
    ...beginningsOf(word).map((beginning) => markOf(pepper, profileHash, 'beginning', beginning)),
  ]);

/** Whether a name clearly belongs to someone other than the person the marks were made from, whose name was in Latin script. */
export function clashesWithMarks(
  pepper: string,
  profileHash: string,
  given: string,
  marks: readonly string[],
): boolean {
  const words = wordsOf(given);
  if (words.length === 0 || !isLatin(words)) return false;
  const known = new Set(marks);
  const has = (kind: 'word' | 'beginning', text: string) =>
    known.has(markOf(pepper, profileHash, kind, text));
  return !words.some(
    (word) => has('beginning', word) || beginningsOf(word).some((beginning) => has('word', beginning)),
  );
}

/** Includes the word itself. */
const beginningsOf = (word: string): string[] =>
  Array.from({ length: word.length }, (_, at) => word.slice(0, at + 1));

const markOf = (pepper: string, profileHash: string, kind: string, text: string): string =>
  uuidOf(createHmac('sha256', pepper).update(`${profileHash}:${kind}:${text}`).digest('hex'));
