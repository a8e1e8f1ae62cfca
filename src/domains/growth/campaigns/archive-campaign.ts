import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { campaignById, lockCampaigns, markArchived } from './campaigns.ts';
import { CampaignsInMemory } from './campaigns-in-memory.ts';
import { campaignOnWire } from './on-wire.ts';
import { switchOffPromo } from './promo-of-campaign.ts';
import { Campaign } from './shapes.ts';

export const archiveCampaign = operation({
  id: 'growth.archive-campaign',
  summary: 'Archive a campaign',
  description:
    'It is never shown again and can not be changed. Its slug is free, and the promo that it made is switched off. Archiving an ' +
    'archived campaign changes nothing.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/growth/campaigns/{campaign_id}/archive')],
  roles: ['finance'],
  input: Type.Object({ campaign_id: Type.String({ maxLength: 100 }) }),
  output: Campaign,
  errors: ['not_found'],

  async run(ctx, { campaign_id: id }) {
    await lockCampaigns(ctx.db);
    const before = await campaignById(ctx.db, id);
    if (!before) return ctx.fail('not_found', { detail: `No campaign '${id}' exists.` });

    if (!before.archived_at) {
      await markArchived(ctx.db, id, ctx.actor, ctx.now());
      await switchOffPromo(ctx, before);
    }
    const after = campaignOnWire((await campaignById(ctx.db, id))!, ctx.now());
    ctx.afterCommit(() => ctx.ports.use(CampaignsInMemory).forget());
    ctx.audit('campaign.archived', { campaign_id: id, before: campaignOnWire(before, ctx.now()), after });
    return after;
  },
});
