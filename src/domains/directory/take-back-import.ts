import Type from 'typebox';
import type { Context, Db } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { lockName, tryLockImport, unlockImport } from './import/import-locks.ts';
import { closeImport, type ImportStatus, importById, startTakingBack } from './import/imports.ts';
import { profilesOfImport, type Rewritten, rewriteProfiles } from './profiles/rewrite-profiles.ts';
import { withoutImport } from './profiles/statements.ts';
import { foldTally } from './profiles/tally.ts';
import { measureQuality } from './quality/measure-quality.ts';
import { ImportId } from './shapes.ts';
import { refuseWhileStopping } from './stopping.ts';

export const takeBackImport = operation({
  id: 'directory.take-back-import',
  summary: 'Undo an import',
  description:
    'Leaves what is stored as if the file had never been imported, however long ago that was: what only this import contributed goes, ' +
    'and what it replaced returns. People and values that were removed since stay away. Large imports take as long to undo as to ' +
    'import. If the call breaks off, repeat it to continue. An import that is undone stays as it is.',
  kind: 'process',
  atDirectory: true,
  doors: [admin('DELETE', '/api/v1/admin/directory/imports/{import_id}')],
  roles: [],
  input: Type.Object({ import_id: ImportId }),
  example: { import_id: 'imp_4mAYQ7rYV0bIqJm2vQx1sT' },
  output: Type.Object({
    import_id: Type.String({ description: 'The import that was undone.' }),
    profiles_removed: Type.Integer({
      description: 'Profiles removed because only this import had contacts for them.',
    }),
    profiles_changed: Type.Integer({
      description: 'Profiles kept because other imports contributed too.',
    }),
  }),
  errors: ['not_found', 'import_running'],

  async run(ctx, { import_id }) {
    const found = await importById(ctx.db, import_id);
    if (!found) return ctx.fail('not_found', { detail: 'No import with this id exists.' });
    return ctx.ports.sessionDb.connection().execute(async (connection) => {
      const lock = lockName(found.id, found.sha256);
      if (!(await tryLockImport(connection, lock))) {
        return ctx.fail('import_running', {
          detail: 'The import is still running. Take it back when it has ended.',
          members: { import_id },
          headers: { 'Retry-After': '30' },
        });
      }
      try {
        // Another call may have undone it since.
        const { status } = (await importById(connection, import_id))!;
        const { removed, changed } =
          status === 'taken_back'
            ? nothing(ctx, found.id)
            : await takeBack(ctx, connection, found.id, status);
        return { import_id, profiles_removed: removed, profiles_changed: changed };
      } finally {
        await unlockImport(connection, lock);
      }
    });
  },
});

function nothing({ audit }: Context, import_id: string): Rewritten {
  const state = { status: 'taken_back' };
  audit('directory.import_taken_back', { import_id, before: state, after: state });
  return { changed: 0, removed: 0 };
}

/** Profiles changed per transaction. Import batches wait for it. */
const profilesPerStep = 500;

async function takeBack(
  ctx: Context,
  connection: Db,
  importId: string,
  status: ImportStatus,
): Promise<Rewritten> {
  const done: Rewritten = { changed: 0, removed: 0 };
  // If the process dies half-way, the trail still says who removed what is gone.
  await ctx.phase(async ({ audit }) =>
    audit('directory.import_take_back_started', {
      import_id: importId,
      before: { status },
      after: { status: 'taking_back' },
    }),
  );
  await startTakingBack(connection, importId);
  for (;;) {
    refuseWhileStopping(ctx);
    const hashes = await profilesOfImport(connection, importId, profilesPerStep);
    if (hashes.length === 0) break;
    const step = await connection
      .transaction()
      .execute((db) =>
        rewriteProfiles(db, ctx.ports.suppressionPepper, hashes, (said) => withoutImport(said, importId)),
      );
    done.changed += step.changed;
    done.removed += step.removed;
  }
  await foldTally(connection);
  await ctx.phase(async ({ db, audit, enqueue }) => {
    enqueue(measureQuality, {});
    await closeImport(db, importId, 'taken_back', ctx.now());
    audit('directory.import_taken_back', {
      import_id: importId,
      before: { status: 'taking_back' },
      after: { status: 'taken_back' },
      ...done,
    });
  });
  return done;
}
