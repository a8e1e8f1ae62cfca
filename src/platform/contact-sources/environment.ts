import type { HostConfiguration, SourcesConfiguration } from './configuration.ts';
import { furtherVendorUrls, vendorUrls } from './vendor-urls.ts';

/** Ends the reading of one variable with a reason that follows its name. */
type Refuse = (why: string) => never;

/** The kinds of variables there are. */
const readersFor = (refuse: Refuse) => ({
  secret: (doc: string) => ({ doc, example: '', fallback: '', read: (text: string) => text }),
  baseUrl: (vendor: string, fallback: string) => ({
    doc: `Address of ${vendor}'s API; another than its own is for stand-ins and refused in production.`,
    example: fallback,
    fallback,
    read: (text: string) => httpUrl(text) ?? refuse('must be a URL that starts with http:// or https://'),
  }),
  creditPaise: (vendor: string) => ({
    doc: `What one credit of ${vendor} costs you, in paise; without it ${vendor} is not asked.`,
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
    fallback: [] as readonly HostConfiguration[],
    read: (text: string): readonly HostConfiguration[] =>
      hostsIn(text) ?? refuse('must be a list of host or host=token'),
  }),
});

function freeSettings(refuse: Refuse) {
  const { secret, baseUrl, onOrOff, hosts } = readersFor(refuse);
  return {
    GITHUB_TOKEN: secret('Personal access token of GitHub without any scope. Absent: GitHub is not asked.'),
    GITHUB_BASE_URL: baseUrl('GitHub', vendorUrls.github),
    GITHUB_COMMITS: onOrOff("Whether addresses in the commits of a person's own repositories count.", false),
    GITLAB_TOKEN: secret('Access token of gitlab.com (read_user), for higher limits.'),
    GITLAB_BASE_URL: baseUrl('GitLab', vendorUrls.gitlab),
    GITLAB_HOSTS: hosts('Own GitLab hosts, comma-separated, each with its token where it needs one.'),
    CODEBERG_TOKEN: secret('Access token of codeberg.org. Absent: only links come back from there.'),
    CODEBERG_BASE_URL: baseUrl('Codeberg', vendorUrls.codeberg),
    FORGEJO_HOSTS: hosts('Own Forgejo or Gitea hosts, comma-separated, each with its token.'),
    BITBUCKET_TOKEN: secret('Access token of Bitbucket, for higher limits.'),
    BITBUCKET_BASE_URL: baseUrl('Bitbucket', vendorUrls.bitbucket),
    NPM_LOOKUPS: onOrOff("Whether npm's registry is asked.", true),
    NPM_BASE_URL: baseUrl('the npm registry', vendorUrls.npm),
    GRAVATAR_API_KEY: secret('API key of Gravatar. Absent: Gravatar is not asked.'),
    GRAVATAR_BASE_URL: baseUrl('Gravatar', vendorUrls.gravatar),
    MASTODON_LOOKUPS: onOrOff('Whether Mastodon accounts that a profile links to are read.', true),
    WEBSITE_LOOKUPS: onOrOff("Whether a person's own website is read.", true),
    SITE_STAND_INS: {
      doc: 'Web sites that loopback servers answer for, comma-separated, for `npm run dev:sources`; refused in production.',
      example: 'https://asha.example.com=http://127.0.0.1:4710',
      fallback: new Map() as ReadonlyMap<string, string>,
      read: (text: string): ReadonlyMap<string, string> =>
        standInsIn(text) ?? refuse('must be a list of public-origin=http://127.0.0.1:port'),
    },
  };
}

function paidSettings(refuse: Refuse) {
  const { secret, baseUrl, creditPaise } = readersFor(refuse);
  return {
    PEOPLE_DATA_LABS_API_KEY: secret('API key of People Data Labs.'),
    PEOPLE_DATA_LABS_CREDIT_PAISE: creditPaise('People Data Labs'),
    PEOPLE_DATA_LABS_BASE_URL: baseUrl('People Data Labs', vendorUrls.people_data_labs),
    CONTACTOUT_TOKEN: secret('API token of ContactOut.'),
    CONTACTOUT_CREDIT_PAISE: creditPaise('ContactOut'),
    CONTACTOUT_BASE_URL: baseUrl('ContactOut', vendorUrls.contactout),
    ROCKETREACH_API_KEY: secret('API key of RocketReach.'),
    ROCKETREACH_CREDIT_PAISE: creditPaise('RocketReach'),
    ROCKETREACH_BASE_URL: baseUrl('RocketReach', vendorUrls.rocketreach),
    PROSPEO_API_KEY: secret('API key of Prospeo.'),
    PROSPEO_CREDIT_PAISE: creditPaise('Prospeo'),
    PROSPEO_BASE_URL: baseUrl('Prospeo', vendorUrls.prospeo),
    FULLCONTACT_API_KEY: secret('API key of FullContact.'),
    FULLCONTACT_CREDIT_PAISE: creditPaise('FullContact'),
    FULLCONTACT_BASE_URL: baseUrl('FullContact', vendorUrls.fullcontact),
    HUNTER_API_KEY: secret('API key of Hunter.'),
    HUNTER_CREDIT_PAISE: creditPaise('Hunter'),
    HUNTER_BASE_URL: baseUrl('Hunter', vendorUrls.hunter),
  };
}

/**
 * The environment variables of all sources, in the form of `src/config.ts`: what each is for, what holds when it is
 * absent, and how its text is read.
 */
export const sourceSettings = (refuse: Refuse) => ({ ...freeSettings(refuse), ...paidSettings(refuse) });

type SourceSettings = ReturnType<typeof sourceSettings>;
/** The variables as they were read. */
export type SourceValues = { [Name in keyof SourceSettings]: ReturnType<SourceSettings[Name]['read']> };

export const sourcesConfiguration = (values: SourceValues): SourcesConfiguration => ({
  github: {
    token: values.GITHUB_TOKEN,
    baseUrl: values.GITHUB_BASE_URL,
    readsCommits: values.GITHUB_COMMITS,
  },
  gitlab: { token: values.GITLAB_TOKEN, baseUrl: values.GITLAB_BASE_URL, hosts: values.GITLAB_HOSTS },
  forgejo: { token: values.CODEBERG_TOKEN, baseUrl: values.CODEBERG_BASE_URL, hosts: values.FORGEJO_HOSTS },
  bitbucket: { token: values.BITBUCKET_TOKEN, baseUrl: values.BITBUCKET_BASE_URL },
  npm: { isOn: values.NPM_LOOKUPS, baseUrl: values.NPM_BASE_URL },
  gravatar: { token: values.GRAVATAR_API_KEY, baseUrl: values.GRAVATAR_BASE_URL },
  mastodon: { isOn: values.MASTODON_LOOKUPS },
  website: { isOn: values.WEBSITE_LOOKUPS },
  people_data_labs: paid(values, 'PEOPLE_DATA_LABS_API_KEY', 'PEOPLE_DATA_LABS'),
  contactout: paid(values, 'CONTACTOUT_TOKEN', 'CONTACTOUT'),
  rocketreach: paid(values, 'ROCKETREACH_API_KEY', 'ROCKETREACH'),
  prospeo: paid(values, 'PROSPEO_API_KEY', 'PROSPEO'),
  fullcontact: paid(values, 'FULLCONTACT_API_KEY', 'FULLCONTACT'),
  hunter: paid(values, 'HUNTER_API_KEY', 'HUNTER'),
  siteStandIns: values.SITE_STAND_INS,
});

type PaidName = 'PEOPLE_DATA_LABS' | 'CONTACTOUT' | 'ROCKETREACH' | 'PROSPEO' | 'FULLCONTACT' | 'HUNTER';
type TokenName = Exclude<
  Extract<keyof SourceValues, `${PaidName}_${string}`>,
  `${string}_PAISE` | `${string}_URL`
>;

const paid = (values: SourceValues, token: TokenName, name: PaidName) => ({
  token: values[token],
  baseUrl: values[`${name}_BASE_URL`],
  creditPaise: values[`${name}_CREDIT_PAISE`],
});

/**
 * What may not be in production: an API at another address than its vendor's own would be handed the vendor's
 * credential, and a site's stand-in would put words into somebody's mouth. One sentence for each variable.
 */
export function refusedInProduction(values: SourceValues): string[] {
  const own = new Set<string>([...Object.values(vendorUrls), ...furtherVendorUrls]);
  const foreign = Object.entries(values)
    .filter(([name, value]) => name.endsWith('_BASE_URL') && !own.has(String(value)))
    .map(([name]) => `${name} must be the vendor's own address when NODE_ENV is production`);
  return values.SITE_STAND_INS.size === 0
    ? foreign
    : [...foreign, 'SITE_STAND_INS must be empty when NODE_ENV is production'];
}

const httpUrl = (text: string): string | null =>
  /^https?:\/\//i.test(text) && URL.canParse(text) ? text.replace(/\/+$/, '') : null;

function positive(text: string): number | null {
  const number = /^\d{1,9}(?:\.\d{1,4})?$/.test(text) ? Number(text) : 0;
  return number > 0 ? number : null;
}

const hostForm = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*$/;

function hostsIn(text: string): HostConfiguration[] | null {
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

/** `name=value,name` in its parts; a value may hold further equals signs, as tokens do. */
const partsOf = (text: string): [string, string?][] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      return at < 0 ? [part] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    });
