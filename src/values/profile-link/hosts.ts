import type { ExtraHost, Network, PathReader } from './shapes.ts';
import { readBitbucket } from './sites/bitbucket.ts';
import { readForgejo } from './sites/forgejo.ts';
import { readGist, readGitHub } from './sites/github.ts';
import { readGitLab } from './sites/gitlab.ts';
import { readLinkedIn, readLinkedInChina, readLinkedInShortLink } from './sites/linkedin.ts';
import { readSourceHut } from './sites/sourcehut.ts';

/** The rules for a host, and the host of its canonical links. */
export type Site = { network: Network; host: string; read: PathReader };

const LINKEDIN: Site = { network: 'linkedin', host: 'www.linkedin.com', read: readLinkedIn };
const LINKEDIN_CHINA: Site = { ...LINKEDIN, read: readLinkedInChina };
const LINKEDIN_SHORT: Site = { ...LINKEDIN, read: readLinkedInShortLink };
const GITHUB: Site = { network: 'github', host: 'github.com', read: readGitHub };
const GIST: Site = { ...GITHUB, read: readGist };
const GITLAB: Site = { network: 'gitlab', host: 'gitlab.com', read: readGitLab };
const BITBUCKET: Site = { network: 'bitbucket', host: 'bitbucket.org', read: readBitbucket };
const CODEBERG: Site = { network: 'codeberg', host: 'codeberg.org', read: readForgejo };
const SOURCEHUT: Site = { network: 'sourcehut', host: 'sr.ht', read: readSourceHut };

const SOURCEHUT_TOOLS = ['www', 'builds', 'git', 'hg', 'hub', 'lists', 'man', 'meta', 'paste', 'todo'];

// Exact names only: `evil-linkedin.com` and `linkedin.com.evil.example` must not match.
const SITES: ReadonlyMap<string, Site> = new Map([
  ...['linkedin.com', 'www.linkedin.com', 'm.linkedin.com', 'touch.linkedin.com', 'mobile.linkedin.com'].map(
    (host) => [host, LINKEDIN] as const,
  ),
  ...['linkedin.cn', 'www.linkedin.cn', 'm.linkedin.cn'].map((host) => [host, LINKEDIN_CHINA] as const),
  ...['lnkd.in', 'www.lnkd.in'].map((host) => [host, LINKEDIN_SHORT] as const),
  ...['github.com', 'www.github.com'].map((host) => [host, GITHUB] as const),
  ['gist.github.com', GIST] as const,
  ...['gitlab.com', 'www.gitlab.com'].map((host) => [host, GITLAB] as const),
  ...['bitbucket.org', 'www.bitbucket.org'].map((host) => [host, BITBUCKET] as const),
  ...['codeberg.org', 'www.codeberg.org'].map((host) => [host, CODEBERG] as const),
  ['sr.ht', SOURCEHUT] as const,
  ...SOURCEHUT_TOOLS.map((tool) => [`${tool}.sr.ht`, SOURCEHUT] as const),
]);

/** LinkedIn has a subdomain per country: `in.`, `uk.`, `de.` … */
const LINKEDIN_COUNTRY = /^[a-z]{2,3}\.linkedin\.com$/;

/** The site on a lower-case host, or null. A configured host never replaces a built-in one. */
export function siteOf(host: string, extraHosts: readonly ExtraHost[]): Site | null {
  const site = SITES.get(host);
  if (site !== undefined) return site;
  if (LINKEDIN_COUNTRY.test(host)) return LINKEDIN;

  const extra = extraHosts.find((entry) => entry.host.toLowerCase() === host);
  if (extra === undefined) return null;
  return extra.software === 'gitlab' ? { ...GITLAB, host } : { network: 'forgejo', host, read: readForgejo };
}
