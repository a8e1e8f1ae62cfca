import type { ExtraHost } from '#values/profile-link/index.ts';
import { vendorUrls } from './vendor-urls.ts';

/** One of the operator's own GitLab, Forgejo or Gitea hosts. */
export interface HostConfiguration {
  /** As it stands in links to profiles. */
  host: string;
  /** Empty where the host answers without one. */
  token: string;
  baseUrl: string;
}

/** An API and its credential; an empty token means that there is none. */
export interface VendorConfiguration {
  token: string;
  baseUrl: string;
}

export interface PaidConfiguration extends VendorConfiguration {
  /** What one of the vendor's credits costs, in paise and fractions of them; 0 where nobody said. */
  creditPaise: number;
}

/** Everything that the sources need to know; plain values, from the environment or from a test. */
export interface SourcesConfiguration {
  github: VendorConfiguration & { readsCommits: boolean };
  gitlab: VendorConfiguration & { hosts: readonly HostConfiguration[] };
  forgejo: VendorConfiguration & { hosts: readonly HostConfiguration[] };
  bitbucket: VendorConfiguration;
  npm: { isOn: boolean; baseUrl: string };
  gravatar: VendorConfiguration;
  mastodon: { isOn: boolean };
  website: { isOn: boolean };
  people_data_labs: PaidConfiguration;
  contactout: PaidConfiguration;
  rocketreach: PaidConfiguration;
  prospeo: PaidConfiguration;
  fullcontact: PaidConfiguration;
  hunter: PaidConfiguration;
  /** Public origins that loopback servers answer for; empty outside tests and `npm run dev:sources`. */
  siteStandIns: ReadonlyMap<string, string>;
}

const noToken = (baseUrl: string): VendorConfiguration => ({ token: '', baseUrl });
const noKey = (baseUrl: string): PaidConfiguration => ({ token: '', baseUrl, creditPaise: 0 });

/** What holds while nothing is set: the sources that need no credential, each at its vendor's own address. */
export const defaultConfiguration: SourcesConfiguration = {
  github: { ...noToken(vendorUrls.github), readsCommits: false },
  gitlab: { ...noToken(vendorUrls.gitlab), hosts: [] },
  forgejo: { ...noToken(vendorUrls.codeberg), hosts: [] },
  bitbucket: noToken(vendorUrls.bitbucket),
  npm: { isOn: true, baseUrl: vendorUrls.npm },
  gravatar: noToken(vendorUrls.gravatar),
  mastodon: { isOn: true },
  website: { isOn: true },
  people_data_labs: noKey(vendorUrls.people_data_labs),
  contactout: noKey(vendorUrls.contactout),
  rocketreach: noKey(vendorUrls.rocketreach),
  prospeo: noKey(vendorUrls.prospeo),
  fullcontact: noKey(vendorUrls.fullcontact),
  hunter: noKey(vendorUrls.hunter),
  siteStandIns: new Map(),
};

/** The operator's own hosts in the form that reading profile links needs. */
export const extraHostsOf = ({ gitlab, forgejo }: SourcesConfiguration): ExtraHost[] => [
  ...gitlab.hosts.map(({ host }) => ({ host, software: 'gitlab' as const })),
  ...forgejo.hosts.map(({ host }) => ({ host, software: 'forgejo' as const })),
];
