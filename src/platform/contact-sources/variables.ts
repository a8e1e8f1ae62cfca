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
    doc: `What one credit of ${vendor} costs you, in paise. Without it, ${vendor} is not used.`,
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
    doc: 'Websites that loopback servers stand in for, comma-separated, for `npm run dev:sources`. See VENDOR_STAND_INS.',
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
