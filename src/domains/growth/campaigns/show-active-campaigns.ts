import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { CampaignsInMemory } from './campaigns-in-memory.ts';
import { bannerOf, modalOf } from './on-wire.ts';
import { Banner, Modal } from './shapes.ts';

/** Every visitor's page asks for them, so the answer stays small however many an operator publishes. */
const shownMax = 50;

export const showActiveCampaigns = operation({
  id: 'growth.show-active-campaigns',
  summary: 'Get the banners and popups to show now',
  description:
    `Those of active campaigns, the one that started last first, at most ${shownMax} of each. ` +
    'Texts are plain text: escape them before you show them. ' +
    'Links start with https:// or are paths of the site.',
  kind: 'query',
  doors: [open('GET', '/api/v1/growth/active', { cacheSeconds: 30, forWebsites: true })],
  output: Type.Object({
    banners: Type.Array(Banner, { description: 'Banners to show.' }),
    modals: Type.Array(Modal, { description: 'Popups to show.' }),
  }),

  async run(ctx) {
    const active = await ctx.ports.use(CampaignsInMemory).active();
    return {
      banners: active
        .filter(({ display }) => display.banner_enabled)
        .slice(0, shownMax)
        .map(bannerOf),
      modals: active
        .filter(({ display }) => display.modal_enabled)
        .slice(0, shownMax)
        .map(modalOf),
    };
  },
});
