import type { Clock } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { openCopies } from '#core/copies/copies-in-memory.ts';
import { port } from '#core/ports.ts';
import { type Campaign, publishedCampaigns } from './campaigns.ts';
import { statusOf } from './rules.ts';

/**
 * The published campaigns that haven't ended, cached in memory: every page of the site asks for them. Read again when
 * `campaignChannel` announces a change, and every 10 seconds regardless.
 */
export interface CampaignsInMemory {
  /** Those that are shown at this moment, the one that started last first. */
  active(): Promise<Campaign[]>;
  forget(): void;
  onFeedLost(): void;
  onFeedRestored(): void;
}

export const CampaignsInMemory = port<CampaignsInMemory>('campaigns-in-memory');

/** Channel that announces changed campaigns. */
export const campaignChannel = 'campaign_changed';

const maxAgeMs = 10_000;
/** All of them are one copy. */
const all = 'published';

export function openCampaigns({ db, clock }: { db: Db; clock: Clock }): CampaignsInMemory {
  const copies = openCopies<Campaign[]>({
    limits: { knownMax: 1, knownForMs: maxAgeMs, unknownMax: 1, unknownForMs: maxAgeMs },
    clock,
    async read(keys) {
      const campaigns = await publishedCampaigns(db, clock.now());
      return keys.map(() => campaigns);
    },
  });
  return {
    async active() {
      const published = await copies.get(all);
      return (published ?? []).filter((each) => statusOf(each, clock.now()) === 'active');
    },
    forget: () => copies.drop(all),
    onFeedLost: copies.onFeedLost,
    onFeedRestored: copies.onFeedRestored,
  };
}
