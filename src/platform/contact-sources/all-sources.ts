import type { Outgoing } from '#platform/outgoing/index.ts';
import type { SourceValues } from './environment.ts';
import { openApi } from './source/conditional-get.ts';
import type { Source, SourceDescription, Stage } from './source/source.ts';
import type { OutgoingAccess, UnavailableSource } from './vendor.ts';
import { vendors } from './vendors.ts';

export interface Sources {
  /** The sources that can be asked, free ones before paid ones. */
  list: readonly Source[];
  unavailable: readonly UnavailableSource[];
}

export interface SourcesOptions {
  outgoing: Pick<Outgoing, 'vendorClient' | 'fetchPage'>;
  values: SourceValues;
}

const stages: Stage[] = ['profile', 'derived', 'paid'];

/** All sources, available or not, in the order we ask them. */
export const allDescriptions: readonly SourceDescription[] = stages.flatMap((asked) =>
  vendors.flatMap(({ descriptions }) => descriptions.filter(({ stage }) => stage === asked)),
);

/** Opens every source whose settings are complete. Each holds its vendor's pacing and health, so open them only once. */
export function openSources({ outgoing, values }: SourcesOptions): Sources {
  const way: OutgoingAccess = {
    openApi: (options) => openApi((client) => outgoing.vendorClient(client), options),
    fetchPage: outgoing.fetchPage,
    siteStandIns: values.SITE_STAND_INS,
  };
  const opened = vendors.flatMap((vendor) => vendor.open(values, way));
  return {
    list: opened.filter((one): one is Source => !('reason' in one)),
    unavailable: opened.filter((one): one is UnavailableSource => 'reason' in one),
  };
}
