import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { profilesWithSource, type Rewritten, rewriteProfiles } from './profiles/rewrite-profiles.ts';
import { withoutSource } from './profiles/statements.ts';
import { foldTally } from './profiles/tally.ts';
import { measureQuality } from './quality/measure-quality.ts';
import { sourceLengthMax } from './rows/row-texts.ts';
import { refuseWhileStopping } from './stopping.ts';

/** Profiles searched per statement. */
const profilesPerPage = 2000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

export const removeSource = operation({
  id: 'directory.remove-source',
  summary: 'Remove everything from one source',
  description:
    'Removes every sighting from this source, each value that has no other, and each profile left without an email, phone or ' +
    'link. Searches the whole directory. If the call breaks off, repeat it to continue.',
  kind: 'process',
  atDirectory: true,
  doors: [admin('DELETE', '/api/v1/admin/directory/sources/{source}')],
  roles: [],
  input: Type.Object({
    source: Type.String({
      minLength: 1,
      maxLength: sourceLengthMax,
      description: "The source's name, as it appears in `sources`.",
    }),
  }),
  example: { source: 'a-conference-in-2025' },
  output: Type.Object({
    source: Type.String({ description: 'The source that was removed.' }),
    profiles_removed: Type.Integer({ description: 'Profiles that had no other source and are gone.' }),
    profiles_changed: Type.Integer({ description: 'Profiles that lost the values of this source.' }),
  }),
  errors: [],

  async run(ctx, { source }) {
    // If the process dies half-way, the trail still says who removed what is gone.
    await ctx.phase(async ({ audit }) => audit('directory.source_removal_started', { source }));
    const done: Rewritten = { changed: 0, removed: 0 };
    let after = beforeAll;
    for (;;) {
      refuseWhileStopping(ctx);
      const { hashes, through } = await profilesWithSource(ctx.db, source, { after, limit: profilesPerPage });
      if (through === null) break;
      after = through;
      if (hashes.length === 0) continue;
      const step = await ctx.db
        .transaction()
        .execute((db) =>
          rewriteProfiles(db, ctx.ports.suppressionPepper, hashes, (said) => withoutSource(said, source)),
        );
      done.changed += step.changed;
      done.removed += step.removed;
    }
    await foldTally(ctx.db);
    ctx.enqueue(measureQuality, {});
    await ctx.phase(async ({ audit }) => audit('directory.source_removed', { source, ...done }));
    return { source, profiles_removed: done.removed, profiles_changed: done.changed };
  },
});
