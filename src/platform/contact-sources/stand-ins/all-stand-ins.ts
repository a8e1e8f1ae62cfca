import { bitbucketStandIn } from '../bitbucket/stand-in.ts';
import { contactOutStandIn } from '../contactout/stand-in.ts';
import { forgejoStandIn } from '../forgejo/stand-in.ts';
import { fullContactStandIn } from '../fullcontact/stand-in.ts';
import { gitHubStandIn } from '../github/stand-in.ts';
import { gitLabStandIn } from '../gitlab/stand-in.ts';
import { gravatarStandIn } from '../gravatar/stand-in.ts';
import { hunterStandIn } from '../hunter/stand-in.ts';
import { mastodonOrigin, mastodonStandIn } from '../mastodon/stand-in.ts';
import { npmStandIn } from '../npm-registry/stand-in.ts';
import { peopleDataLabsStandIn } from '../peopledatalabs/stand-in.ts';
import { prospeoStandIn } from '../prospeo/stand-in.ts';
import { rocketReachStandIn } from '../rocketreach/stand-in.ts';
import { siteOrigins, siteStandIn } from '../website/stand-in.ts';
import { openStandIn, type StandIn, type StandInVendor } from './stand-in.ts';

interface Place {
  open(): StandInVendor;
  /** The variables of an API: its address and, where there is one, its credential. */
  baseUrl?: string;
  token?: string;
  /** What a paid API is said to cost, in paise a credit. */
  price?: [variable: string, paise: string];
  /** The public origin of a site. */
  site?: string;
}

const paid = (name: string, token: string, paise: string): Pick<Place, 'baseUrl' | 'token' | 'price'> => ({
  baseUrl: `${name}_BASE_URL`,
  token: `${name}_${token}`,
  price: [`${name}_CREDIT_PAISE`, paise],
});

const places: Place[] = [
  { open: gitHubStandIn, baseUrl: 'GITHUB_BASE_URL', token: 'GITHUB_TOKEN' },
  { open: gitLabStandIn, baseUrl: 'GITLAB_BASE_URL', token: 'GITLAB_TOKEN' },
  { open: forgejoStandIn, baseUrl: 'CODEBERG_BASE_URL', token: 'CODEBERG_TOKEN' },
  { open: bitbucketStandIn, baseUrl: 'BITBUCKET_BASE_URL', token: 'BITBUCKET_TOKEN' },
  { open: npmStandIn, baseUrl: 'NPM_BASE_URL' },
  { open: gravatarStandIn, baseUrl: 'GRAVATAR_BASE_URL', token: 'GRAVATAR_API_KEY' },
  { open: peopleDataLabsStandIn, ...paid('PEOPLE_DATA_LABS', 'API_KEY', '2400') },
  { open: contactOutStandIn, ...paid('CONTACTOUT', 'TOKEN', '4000') },
  { open: rocketReachStandIn, ...paid('ROCKETREACH', 'API_KEY', '900') },
  { open: prospeoStandIn, ...paid('PROSPEO', 'API_KEY', '350') },
  { open: fullContactStandIn, ...paid('FULLCONTACT', 'API_KEY', '1500') },
  { open: hunterStandIn, ...paid('HUNTER', 'API_KEY', '850') },
  { open: mastodonStandIn, site: mastodonOrigin },
  { open: () => siteStandIn('asha'), site: siteOrigins.asha },
  { open: () => siteStandIn('ravi'), site: siteOrigins.ravi },
  { open: () => siteStandIn('dana'), site: siteOrigins.dana },
];

export interface StandIns extends AsyncDisposable {
  /** By the vendor's name: `github`, `people_data_labs`, `asha` … */
  byName: ReadonlyMap<string, StandIn>;
  /** What to start the service with so that it asks these in place of the vendors. */
  environment: Readonly<Record<string, string>>;
}

/** Starts all of them, on ports from `firstPort` upwards, or on free ones for 0. */
export async function openStandIns(firstPort = 0): Promise<StandIns> {
  const byName = new Map<string, StandIn>();
  const environment: Record<string, string> = { GITHUB_COMMITS: 'on' };
  const sites: string[] = [];
  for (const [at, { open, baseUrl, token, price, site }] of places.entries()) {
    const vendor = open();
    const standIn = await openStandIn(vendor, firstPort === 0 ? 0 : firstPort + at);
    byName.set(vendor.name, standIn);
    if (baseUrl) environment[baseUrl] = standIn.origin;
    if (token) environment[token] = standIn.token;
    if (price) environment[price[0]] = price[1];
    if (site) sites.push(`${site}=${standIn.origin}`);
  }
  environment.SITE_STAND_INS = sites.join();
  return {
    byName,
    environment,
    async [Symbol.asyncDispose]() {
      await Promise.all([...byName.values()].map((standIn) => standIn[Symbol.asyncDispose]()));
    },
  };
}
