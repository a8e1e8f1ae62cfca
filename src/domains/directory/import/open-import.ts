import type { Context, Db } from '#core/context.ts';
import type { ImportQuery } from '../shapes.ts';
import { type ImportRow, importById, insertImport, restartImport, resumeImport } from './imports.ts';
import { differences, readingOf } from './reading.ts';

export interface Opening {
  id: string;
  sha256: Buffer | null;
  before: ImportRow | null;
}

/** Opens a new import, resumes an unfinished one, or restarts one that failed, is read in another way or repeated on purpose. */
export async function openImport(
  ctx: Context,
  connection: Db,
  query: ImportQuery,
  { id, sha256, before }: Opening,
) {
  // We hold the lock, so `running` is left over from a killed process.
  const isUnfinished = before?.status === 'interrupted' || before?.status === 'running';
  const isReadAlike = before && differences(readingOf(query), before.reading).length === 0;
  const isResumed = isUnfinished && isReadAlike && !query.again;
  const asked = {
    id: before?.id ?? id,
    sha256,
    fileName: query.file_name,
    actor: ctx.actor,
    startedAt: ctx.now(),
    reading: readingOf(query),
  };
  await ctx.phase(async ({ db, audit }) => {
    if (!before) await insertImport(db, asked);
    else if (isResumed) await resumeImport(db, before.id);
    else await restartImport(db, asked);
    audit(isResumed ? 'directory.import_resumed' : 'directory.import_started', {
      import_id: asked.id,
      file_name: query.file_name,
      sha256: query.sha256 ?? null,
    });
  });
  return (await importById(connection, asked.id))!;
}
