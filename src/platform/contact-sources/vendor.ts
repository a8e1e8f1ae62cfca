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

/** An environment variable in the form of `src/start/config.ts`: documentation, default and parser. */
export interface Variable<Value> {
  doc: string;
  example: string;
  fallback: Value;
  read(text: string): Value;
}

export type Variables = Readonly<Record<string, Variable<unknown>>>;
export type ValuesOf<Set extends Variables> = { [Name in keyof Set]: ReturnType<Set[Name]['read']> };

/** Rejects a variable's value. The message completes a sentence that starts with the variable's name. */
export type Refuse = (why: string) => never;
export type VariableKinds = ReturnType<typeof variableKinds>;

/** All kinds of variables. */
export const variableKinds = (refuse: Refuse) => ({
  secret: (doc: string) => ({ doc, example: '', fallback: '', read: (text: string) => text }),
  baseUrl: (vendor: string, fallback: string) => ({
    doc: `Base URL of ${vendor}'s API. Other values are for stand-ins: see VENDOR_STAND_INS.`,
    example: fallback,
    fallback,
    read: (text: string) => httpUrl(text) ?? refuse('must be a URL that starts with http:// or https://'),
  }),
  creditPaise: (vendor: string) => ({
    doc: `Your cost of one credit of ${vendor}, in paise. Without it, ${vendor} is not used.`,
    example: '2400',
    fallback: 0,
    read: (text: string) => positive(text) ?? refuse('must be a number above 0'),
  }),
  onOrOff: (doc: string, fallback: boolean) => ({
    doc,
    example: fallback ? 'on' : 'off',
    fallback,
    read: (text: string): boolean =>
      text === 'on' || text === 'off' ? text === 'on' : refuse('must be on or off'),
  }),
  hosts: (doc: string) => ({
    doc,
    example: 'git.example.com=token,code.example.org',
    fallback: [] as readonly OwnHost[],
    read: (text: string): readonly OwnHost[] =>
      hostsIn(text) ?? refuse('must be a list of host or host=token'),
  }),
  siteStandIns: () => ({
    doc: 'Websites that loopback servers replace, comma-separated, for `npm run dev:sources`. See VENDOR_STAND_INS.',
    example: 'https://asha.example.com=http://127.0.0.1:4710',
    fallback: new Map() as ReadonlyMap<string, string>,
    read: (text: string): ReadonlyMap<string, string> =>
      standInsIn(text) ?? refuse('must be a list of public-origin=http://127.0.0.1:port'),
  }),
});

const httpUrl = (text: string): string | null =>
  /^https?:\/\//i.test(text) && URL.canParse(text) ? text.replace(/\/+$/, '') : null;

function positive(text: string): number | null {
  const number = /^\d{1,9}(?:\.\d{1,4})?$/.test(text) ? Number(text) : 0;
  return number > 0 ? number : null;
}

const hostForm = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*$/;

function hostsIn(text: string): OwnHost[] | null {
  const hosts = partsOf(text).map(([host, token = '']) => ({ host: host.toLowerCase(), token }));
  return hosts.every(({ host }) => hostForm.test(host))
    ? hosts.map(({ host, token }) => ({ host, token, baseUrl: `https://${host}` }))
    : null;
}

const loopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost):\d{1,5}$/;

function standInsIn(text: string): Map<string, string> | null {
  const pairs = partsOf(text).map(([site, standIn = '']) => [site, standIn] as const);
  const isPair = ([site, standIn]: readonly [string, string]) =>
    URL.parse(site)?.origin === site && loopback.test(standIn);
  return pairs.every(isPair) ? new Map(pairs) : null;
}

/** Splits `name=value,name`. A value may contain more equals signs, as tokens do. */
const partsOf = (text: string): [string, string?][] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
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
