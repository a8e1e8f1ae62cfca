import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { type Reject, rejectsPerLine } from '../rows/judge-batch.ts';
import { rejectsKeptMax } from '../shapes.ts';

export async function insertRejects(db: Db, id: string, rejects: readonly Reject[]): Promise<void> {
  if (rejects.length === 0) return;
  await sql`
    insert into directory_reject (import_id, line, place, scope, column_name, reason, detail)
    select ${id}, * from unnest(
      ${rejects.map(({ line }) => line)}::bigint[],
      ${rejects.map(({ place }) => place)}::smallint[],
      ${rejects.map(({ scope }) => scope)}::text[],
      ${rejects.map(({ column }) => column)}::text[],
      ${rejects.map(({ reason }) => reason)}::text[],
      ${rejects.map(({ detail }) => detail)}::text[]
    )`.execute(db);
}

/** How many more rejects of the import may be stored. */
export async function rejectsRoomOf(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
    select count(*)::integer as kept from directory_reject where import_id = ${id}`.execute(db);
  return rejectsKeptMax - rows[0]!.kept;
}

/** A reject's position in the list, used as a cursor. */
export const cursorOf = ({ line, place }: Reject): number => line * rejectsPerLine + place + 1;

/** In line order, starting at `cursor`. */
export async function rejectsOf(db: Db, id: string, cursor: number, limit: number): Promise<Reject[]> {
  const line = Math.floor(cursor / rejectsPerLine);
  const { rows } = await sql<Reject>`
    select line, place, scope, column_name as column, reason, detail
    from directory_reject
    where import_id = ${id} and (line, place) >= (${line}::bigint, ${cursor % rejectsPerLine}::smallint)
    order by line, place limit ${limit}`.execute(db);
  return rows;
}
