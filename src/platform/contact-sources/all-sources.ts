import type { Outgoing } from '#platform/outgoing/index.ts';
import { bitbucketDescription, openBitbucket } from './bitbucket/bitbucket.ts';
import type { HostConfiguration, SourcesConfiguration, VendorConfiguration } from './configuration.ts';
import { contactOut } from './contactout/contactout.ts';
import { forgejoDescription, openForgejo } from './forgejo/forgejo.ts';
import { fullContact } from './fullcontact/fullcontact.ts';
import { gitHubDescription, gitHubHeaders, openGitHub } from './github/github.ts';
import { gitHubCommitsDescription, openGitHubCommits } from './github/github-commits.ts';
import { gitLabDescription, openGitLab } from './gitlab/gitlab.ts';
import { gravatarDescription, openGravatar } from './gravatar/gravatar.ts';
import { hunter } from './hunter/hunter.ts';
import { mastodonDescription, openMastodon } from './mastodon/mastodon.ts';
import { npmDescription, openNpmRegistry } from './npm-registry/npm-registry.ts';
import { peopleDataLabs } from './peopledatalabs/peopledatalabs.ts';
import { prospeo } from './prospeo/prospeo.ts';
import { rocketReach } from './rocketreach/rocketreach.ts';
import { type Api, type ApiOptions, openApi } from './source/conditional-get.ts';
import { openPaidSource, type PaidVendor } from './source/paid-source.ts';
import type { Source, SourceDescription, SourceId } from './source/source.ts';
import { openWebsite, websiteDescription } from './website/website.ts';

/** A source that can't be asked, with a sentence for the operator. */
export interface LeftOut {
  id: SourceId;
  reason: string;
}

export interface Sources {
  /** Those that can be asked, free ones before paid ones. */
  list: readonly Source[];
  leftOut: readonly LeftOut[];
}

export interface SourcesOptions {
  outgoing: Pick<Outgoing, 'vendorClient' | 'fetchPage'>;
  configuration: SourcesConfiguration;
}

const paidVendors = {
  people_data_labs: peopleDataLabs,
  contactout: contactOut,
  rocketreach: rocketReach,
  prospeo,
  fullcontact: fullContact,
  hunter,
};
type PaidId = keyof typeof paidVendors;

/** Every source there is, whether it can be asked or not. */
export const allDescriptions: readonly SourceDescription[] = [
  gitHubDescription,
  gitLabDescription,
  forgejoDescription,
  bitbucketDescription,
  gravatarDescription,
  gitHubCommitsDescription,
  npmDescription,
  mastodonDescription,
  websiteDescription,
  ...Object.values(paidVendors).map(({ description }) => description),
];

/** Opens each source that has what it needs. Each keeps its vendor's pace and health, so open them once. */
export function openSources({ outgoing, configuration }: SourcesOptions): Sources {
  const opened = [
    ...openFree({ outgoing, configuration }),
    ...Object.keys(paidVendors).map((id) => openPaid({ outgoing, configuration }, id as PaidId)),
  ];
  return {
    list: opened.filter((one): one is Source => !('reason' in one)),
    leftOut: opened.filter((one): one is LeftOut => 'reason' in one),
  };
}

const leftOut = (id: SourceId, reason: string): LeftOut => ({ id, reason });

function openFree({ outgoing, configuration }: SourcesOptions): (Source | LeftOut)[] {
  const { github, gitlab, forgejo, bitbucket, npm, gravatar, mastodon, website, siteStandIns } =
    configuration;
  const open = (options: ApiOptions) => openApi((vendor) => outgoing.vendorClient(vendor), options);
  const vendor = (
    { id, limits }: SourceDescription,
    { token, baseUrl }: VendorConfiguration,
    headers: Record<string, string>,
  ) => open({ name: id, baseUrl, credential: token, headers: token === '' ? {} : headers, limits });
  const pages = { fetchPage: outgoing.fetchPage, standIns: siteStandIns };
  const gitHub = github.token === '' ? null : vendor(gitHubDescription, github, gitHubHeaders(github.token));

  return [
    gitHub
      ? openGitHub(gitHub)
      : leftOut('github', 'GITHUB_TOKEN is not set: GitHub shows addresses to signed-in callers only.'),
    openGitLab(
      hostApis(gitLabDescription, open, [{ ...gitlab, host: 'gitlab.com' }, ...gitlab.hosts], (token) => ({
        'private-token': token,
      })),
    ),
    openForgejo(
      hostApis(
        forgejoDescription,
        open,
        [{ ...forgejo, host: 'codeberg.org' }, ...forgejo.hosts],
        (token) => ({ authorization: `token ${token}` }),
      ),
    ),
    openBitbucket(vendor(bitbucketDescription, bitbucket, { authorization: `Bearer ${bitbucket.token}` })),
    gravatar.token === ''
      ? leftOut('gravatar', 'GRAVATAR_API_KEY is not set.')
      : openGravatar(vendor(gravatarDescription, gravatar, { authorization: `Bearer ${gravatar.token}` })),
    gitHub && github.readsCommits
      ? openGitHubCommits(gitHub)
      : leftOut('github_commits', gitHub ? 'GITHUB_COMMITS is off.' : 'GITHUB_TOKEN is not set.'),
    npm.isOn
      ? openNpmRegistry(vendor(npmDescription, { token: '', baseUrl: npm.baseUrl }, {}))
      : leftOut('npm', 'NPM_LOOKUPS is off.'),
    mastodon.isOn ? openMastodon(pages) : leftOut('mastodon', 'MASTODON_LOOKUPS is off.'),
    website.isOn ? openWebsite(pages) : leftOut('website', 'WEBSITE_LOOKUPS is off.'),
  ];
}

/** One API for each host that runs the same software. */
const hostApis = (
  { id, limits }: SourceDescription,
  open: (options: ApiOptions) => Api,
  hosts: readonly HostConfiguration[],
  headers: (token: string) => Record<string, string>,
): Map<string, Api> =>
  new Map(
    hosts.map(({ host, token, baseUrl }) => {
      const options = { name: `${id} ${host}`, baseUrl, credential: token, limits };
      return [host, open({ ...options, headers: token === '' ? {} : headers(token) })];
    }),
  );

function openPaid({ outgoing, configuration }: SourcesOptions, id: PaidId): Source | LeftOut {
  const vendor: PaidVendor = paidVendors[id];
  const { token, baseUrl, creditPaise } = configuration[id];
  const [tokenVariable, priceVariable] = vendor.description.variables;
  if (token === '') return leftOut(id, `${tokenVariable} is not set.`);
  if (!(creditPaise > 0)) {
    return leftOut(
      id,
      `${priceVariable} is not set: without the price of a credit, spending can't be limited.`,
    );
  }
  const { limits } = vendor.description;
  const options = { name: id, baseUrl, credential: token, headers: vendor.headers(token), limits };
  return openPaidSource(vendor, {
    api: openApi((client) => outgoing.vendorClient(client), options),
    creditPaise,
  });
}
