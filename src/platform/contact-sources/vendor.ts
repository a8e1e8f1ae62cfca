import type { FetchPage } from '#platform/outgoing/index.ts';
import type { ExtraHost } from '#values/profile-link/index.ts';
import type { Api, ApiOptions } from './source/conditional-get.ts';
import type { Source, SourceDescription } from './source/source.ts';
import type { OwnHost, ValuesOf, VariableKinds, Variables } from './variables.ts';

/** A source that can't be used, with a sentence for the operator. */
export interface UnavailableSource {
  id: string;
  reason: string;
}

/** How vendors are reached. */
export interface OutgoingAccess {
  openApi(options: ApiOptions): Api;
  fetchPage: FetchPage;
  /** Loopback servers for public origins. Empty except in tests and `npm run dev:sources`. */
  siteStandIns: ReadonlyMap<string, string>;
}

/** Everything about one vendor. `vendors.ts` lists them, and everything else follows from that list. */
export interface Vendor<Set extends Variables = Variables> {
  /** Its sources, in the order we ask them. */
  descriptions: readonly SourceDescription[];
  variables(kinds: VariableKinds): Set;
  /** Opens each source whose settings are complete. */
  open(values: ValuesOf<Set>, way: OutgoingAccess): readonly (Source | UnavailableSource)[];
  /** Other URLs of the vendor, such as a sandbox with made-up people. */
  otherUrls?: readonly string[];
  /** The operator's own hosts of this software, for parsing profile links. */
  ownHosts?(values: ValuesOf<Set>): readonly ExtraHost[];
}

/** Declares a vendor. The values it opens with follow from its variables. */
export const vendor = <Set extends Variables>(one: Vendor<Set>): Vendor<Set> => one;

export const unavailable = (id: string, reason: string): UnavailableSource => ({ id, reason });

/** The API of a source's vendor. An empty token means no credential. */
export const vendorApi = (
  { openApi }: OutgoingAccess,
  { id, limits }: SourceDescription,
  { token, baseUrl }: { token: string; baseUrl: string },
  headers: Record<string, string> = {},
): Api => openApi({ name: id, baseUrl, credential: token, headers: token === '' ? {} : headers, limits });

/** One API per host that runs the same software. */
export const hostApis = (
  { openApi }: OutgoingAccess,
  { id, limits }: SourceDescription,
  hosts: readonly OwnHost[],
  headers: (token: string) => Record<string, string>,
): Map<string, Api> =>
  new Map(
    hosts.map(({ host, token, baseUrl }) => {
      const options = { name: `${id} ${host}`, baseUrl, credential: token, limits };
      return [host, openApi({ ...options, headers: token === '' ? {} : headers(token) })];
    }),
  );
