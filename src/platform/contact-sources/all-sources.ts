import { type ConfigOf, mergedVariables } from '#core/environment.ts';
import type { Outgoing } from '#platform/outgoing/index.ts';
import type { ExtraHost } from '#values/profile-link/index.ts';
import { openApi } from './source/conditional-get.ts';
import type { Source, SourceDescription, Stage } from './source/source.ts';
import { type OutgoingAccess, siteStandIns, type UnavailableSource } from './vendor.ts';
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

/** The environment variables of all sources. */
export const vendorVariables = { ...mergedVariables(vendors), SITE_STAND_INS: siteStandIns };

/** The parsed values. */
export type SourceValues = ConfigOf<typeof vendorVariables>;

/** The operator's own code hosts. */
export const extraHostsOf = (values: SourceValues): ExtraHost[] =>
  vendors.flatMap((vendor) => vendor.ownHosts?.(values) ?? []);

/**
 * Variables that are refused without stand-ins, one sentence each. An API at another address would receive the vendor's credential, and a
 * stand-in for a website would attribute words to a real person.
 */
export function refusedStandIns(values: SourceValues): string[] {
  const foreign = Object.entries(values)
    .filter(([name, value]) => baseUrls.has(name) && !ownUrls.has(value))
    .map(([name]) => `${name} must be the vendor's own address unless VENDOR_STAND_INS is on`);
  return values.SITE_STAND_INS.size === 0
    ? foreign
    : [...foreign, 'SITE_STAND_INS must be empty unless VENDOR_STAND_INS is on'];
}

/** The sources' own variables: other vendors have base URLs too. */
const baseUrls = new Map<string, unknown>(
  Object.entries(vendorVariables)
    .filter(([name]) => name.endsWith('_BASE_URL'))
    .map(([name, { fallback }]) => [name, fallback]),
);

const ownUrls = new Set<unknown>([
  ...baseUrls.values(),
  ...vendors.flatMap(({ otherUrls = [] }) => otherUrls),
]);
