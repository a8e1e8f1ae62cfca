import type { FetchPage } from '#platform/outgoing/index.ts';
import type { ExtraHost } from '#values/profile-link/index.ts';
import type { Api, ApiOptions } from './source/conditional-get.ts';
import type { Source, SourceDescription } from './source/source.ts';
import type { StandInPlace } from './stand-ins/stand-in.ts';
import type { OwnHost, ValuesOf, VariableKinds, Variables } from './variables.ts';

/** A source that can't be asked, with a sentence for the operator. */
export interface LeftOut {
  id: string;
  reason: string;
}

/** By which a vendor is reached. */
export interface WayOut {
  openApi(options: ApiOptions): Api;
  fetchPage: FetchPage;
  /** Loopback servers in place of public origins; empty outside tests and `npm run dev:sources`. */
  siteStandIns: ReadonlyMap<string, string>;
}

/** Everything about one vendor. `vendors.ts` lists them, and all else follows from that list. */
export interface Vendor<Set extends Variables = Variables> {
  /** Of its sources, in the order in which they are asked. */
  descriptions: readonly SourceDescription[];
  variables(kinds: VariableKinds): Set;
  /** Opens each source that has what it needs. */
  open(values: ValuesOf<Set>, way: WayOut): readonly (Source | LeftOut)[];
  /** Addresses of the vendor itself besides its base URL's, such as a sandbox with made-up people. */
  furtherUrls?: readonly string[];
  /** The operator's own hosts of this software, in the form that reading profile links needs. */
  ownHosts?(values: ValuesOf<Set>): readonly ExtraHost[];
  /** Loaded by tests and `npm run dev:sources` only. */
  standIns(): Promise<{ places: readonly StandInPlace[] }>;
}

/** Declares a vendor; the values that it opens with follow from its variables. */
export const vendor = <Set extends Variables>(one: Vendor<Set>): Vendor<Set> => one;

export const leftOut = (id: string, reason: string): LeftOut => ({ id, reason });

/** The API of a source's vendor; an empty token means that it is asked without one. */
export const vendorApi = (
  { openApi }: WayOut,
  { id, limits }: SourceDescription,
  { token, baseUrl }: { token: string; baseUrl: string },
  headers: Record<string, string> = {},
): Api => openApi({ name: id, baseUrl, credential: token, headers: token === '' ? {} : headers, limits });

/** One API for each host that runs the same software. */
export const hostApis = (
  { openApi }: WayOut,
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
