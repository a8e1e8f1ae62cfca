import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, numberIn, pageLimit, pageOf } from '#core/page.ts';
import { campaignsBefore } from './campaigns.ts';
import { campaignOnWire } from './on-wire.ts';
import { Campaign } from './shapes.ts';

export const listCampaigns = operation({
  id: 'growth.list-campaigns',
  summary: 'List campaigns, newest first',
  description: 'Drafts and archived ones too.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/growth/campaigns')],
  input: Type.Object({ limit: pageLimit(1000, 100), cursor: NumberCursor }),
  output: Type.Object({ items: Type.Array(Campaign), next_cursor: NextCursor }),

  async run(ctx, { limit, cursor }) {
    const found = await campaignsBefore(ctx.db, numberIn(cursor), limit + 1);
    const { rows, nextCursor } = pageOf(found, limit, ({ number }) => String(number));
    return { items: rows.map((row) => campaignOnWire(row, ctx.now())), next_cursor: nextCursor };
  },
});
