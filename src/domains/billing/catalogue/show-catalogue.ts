import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, numberIn, pageLimit, pageOf } from '#core/page.ts';
import { orNull } from '#core/shapes.ts';
import { CatalogueEntry, CatalogueVersion, Version } from './shapes.ts';
import { readCatalogue, versionsBefore } from './versions.ts';

export const showCatalogue = operation({
  id: 'billing.show-catalogue',
  summary: 'Show plans, packs and prices, and the history of their changes',
  description: '`limit` and `cursor` page the history, newest first.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/catalogue')],
  input: Type.Object({ limit: pageLimit(200, 50), cursor: NumberCursor }),
  output: Type.Object({
    version: Version('The version in force. 0 before the first change.'),
    entries: Type.Array(CatalogueEntry, {
      description: 'All plans and packs, also those that are not sold.',
    }),
    waiting: orNull(
      Type.Object({
        ...CatalogueVersion.properties,
        entries: Type.Array(CatalogueEntry, { description: 'All plans and packs from then on.' }),
      }),
      'The change that takes effect later.',
    ),
    history: Type.Array(CatalogueVersion, { description: 'Changes, newest first.' }),
    next_cursor: NextCursor,
  }),
  errors: [],

  async run(ctx, { limit, cursor }) {
    const [{ version, entries, waiting }, found] = await Promise.all([
      readCatalogue(ctx.db, ctx.now()),
      versionsBefore(ctx.db, numberIn(cursor), limit + 1),
    ]);
    const { rows, nextCursor } = pageOf(found, limit, (last) => String(last.version));
    return {
      version,
      entries: [...entries],
      waiting: waiting && { ...waiting, entries: [...waiting.entries] },
      history: rows,
      next_cursor: nextCursor,
    };
  },
});
