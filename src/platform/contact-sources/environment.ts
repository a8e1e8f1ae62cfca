import type { ExtraHost } from '#values/profile-link/index.ts';
import { type Refuse, type ValuesOf, variableKinds } from './variables.ts';
import { vendors } from './vendors.ts';

type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type VendorVariables = AllOf<ReturnType<(typeof vendors)[number]['variables']>>;

/**
 * The environment variables of all sources, in the form of `src/start/config.ts`: documentation, default and parser.
 */
export function sourceSettings(refuse: Refuse) {
  const kinds = variableKinds(refuse);
  const ofVendors = Object.assign({}, ...vendors.map(({ variables }) => variables(kinds))) as VendorVariables;
  return { ...ofVendors, SITE_STAND_INS: kinds.siteStandIns() };
}

/** The parsed values. */
export type SourceValues = ValuesOf<ReturnType<typeof sourceSettings>>;

/** The operator's own code hosts. */
export const extraHostsOf = (values: SourceValues): ExtraHost[] =>
  vendors.flatMap((vendor) => vendor.ownHosts?.(values) ?? []);

/**
 * What is refused without stand-ins, one sentence per variable. An API at another address would receive the vendor's credential, and a
 * stand-in for a website would put words into somebody's mouth.
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
  Object.entries(sourceSettings(neverRefuse))
    .filter(([name]) => name.endsWith('_BASE_URL'))
    .map(([name, { fallback }]) => [name, fallback]),
);

const ownUrls = new Set<unknown>([
  ...baseUrls.values(),
  ...vendors.flatMap(({ otherUrls = [] }) => otherUrls),
]);

function neverRefuse(why: string): never {
  throw new Error(why);
}
