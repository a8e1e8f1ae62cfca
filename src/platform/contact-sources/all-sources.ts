import type { Outgoing } from '#platform/outgoing/index.ts';
import type { SourceValues } from './environment.ts';
import { openApi } from './source/conditional-get.ts';
import type { Source, SourceDescription, Stage } from './source/source.ts';
import type { LeftOut, WayOut } from './vendor.ts';
import { vendors } from './vendors.ts';

export interface Sources {
  /** Those that can be asked, free ones before paid ones. */
  list: readonly Source[];
  leftOut: readonly LeftOut[];
}

export interface SourcesOptions {
  outgoing: Pick<Outgoing, 'vendorClient' | 'fetchPage'>;
  values: SourceValues;
}

const stages: Stage[] = ['profile', 'derived', 'paid'];

/** Every source there is, whether it can be asked or not, in the order of asking. */
export const allDescriptions: readonly SourceDescription[] = stages.flatMap((asked) =>
  vendors.flatMap(({ descriptions }) => descriptions.filter(({ stage }) => stage === asked)),
);

/** Opens each source that has what it needs. Each keeps its vendor's pace and health, so open them once. */
export function openSources({ outgoing, values }: SourcesOptions): Sources {
  const way: WayOut = {
    openApi: (options) => openApi((client) => outgoing.vendorClient(client), options),
    fetchPage: outgoing.fetchPage,
    siteStandIns: values.SITE_STAND_INS,
  };
  const opened = vendors.flatMap((vendor) => vendor.open(values, way));
  return {
    list: opened.filter((one): one is Source => !('reason' in one)),
    leftOut: opened.filter((one): one is LeftOut => 'reason' in one),
  };
}
