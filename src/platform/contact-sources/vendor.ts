import {
  type ConfigOf,
  entries,
  rejectValue,
  text,
  url,
  type Variables,
  variable,
} from '#core/environment.ts';
import type { FetchPage } from '#platform/outgoing/index.ts';
import type { ExtraHost } from '#values/profile-link/index.ts';
import type { Api, ApiOptions } from './source/conditional-get.ts';
import type { Source, SourceDescription } from './source/source.ts';

/** One of the operator's own GitLab, Forgejo or Gitea hosts. */
export interface OwnHost {
  /** As in profile links. */
  host: string;
  /** Empty if the host needs none. */
  token: string;
  baseUrl: string;
}

/** Kinds of variables. */
export const credential = (doc: string) => variable(doc, '', text, '');

export const baseUrl = (vendor: string, own: string) =>
  variable(
    `Base URL of ${vendor}'s API. Other values are for stand-ins: see VENDOR_STAND_INS.`,
    own,
    url('http:', 'https:'),
    own,
  );

export const creditPaise = (vendor: string) =>
  variable(
    `Your cost of one credit of ${vendor}, in paise. Without it, ${vendor} is not used.`,
    0,
    paise,
    '2400',
  );

export const onOrOff = (doc: string, fallback: boolean) =>
  variable(doc, fallback, isOn, fallback ? 'on' : 'off');

export const ownHosts = (doc: string) =>
  variable(doc, [] as readonly OwnHost[], hostsIn, 'git.example.com=token,code.example.org');

export const siteStandIns = variable(
  'Websites that loopback servers replace, comma-separated, for `npm run dev:sources`. See VENDOR_STAND_INS.',
  new Map() as ReadonlyMap<string, string>,
  standInsIn,
  'https://asha.example.com=http://127.0.0.1:4710',
);

function paise(written: string): number {
  const number = /^\d{1,9}(?:\.\d{1,4})?$/.test(written) ? Number(written) : 0;
  return number > 0 ? number : rejectValue('must be a number above 0');
}

function isOn(written: string): boolean {
  if (written !== 'on' && written !== 'off') rejectValue('must be on or off');
  return written === 'on';
}

const hostForm = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*$/;

function hostsIn(written: string): readonly OwnHost[] {
  return partsOf(written).map(([given, token = '']) => {
    const host = given.toLowerCase();
    if (!hostForm.test(host)) rejectValue('must be a list of host or host=token');
    return { host, token, baseUrl: `https://${host}` };
  });
}

const loopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost):\d{1,5}$/;

function standInsIn(written: string): ReadonlyMap<string, string> {
  const pairs = partsOf(written).map(([site, standIn = '']) => [site, standIn] as const);
  const isPair = ([site, standIn]: readonly [string, string]) =>
    URL.parse(site)?.origin === site && loopback.test(standIn);
  return pairs.every(isPair)
    ? new Map(pairs)
    : rejectValue('must be a list of public-origin=http://127.0.0.1:port');
}

/** Splits `name=value,name`. A value may contain more equals signs, as tokens do. */
const partsOf = (text: string): [string, string?][] =>
  entries(text).map((part) => {
    const at = part.indexOf('=');
    return at < 0 ? [part] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
  });

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
  variables: Set;
  /** Opens each source whose settings are complete. */
  open(values: ConfigOf<Set>, way: OutgoingAccess): readonly (Source | UnavailableSource)[];
  /** Other URLs of the vendor, such as a sandbox with made-up people. */
  otherUrls?: readonly string[];
  /** The operator's own hosts of this software, for parsing profile links. */
  ownHosts?(values: ConfigOf<Set>): readonly ExtraHost[];
}

/** Declares a vendor. The values it opens with follow from its variables. */
export const vendor = <Set extends Variables>(one: Vendor<Set>): Vendor<Set> => one;

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

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
