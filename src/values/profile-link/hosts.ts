import type { ExtraHost, Network, PathReader } from './shapes.ts';
import {
  readBitbucket,
  readForgejo,
  readGist,
  readGitHub,
  readGitLab,
  readSourceHut,
} from './sites/code-hosting.ts';
import { readLinkedIn, readLinkedInChina, readLinkedInShortLink } from './sites/linkedin.ts';

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

// Exact names only: `evil-linkedin.com` and `linkedin.com.evil.example` must not match.
const HOSTS: readonly [hosts: string, site: Site][] = [
  ['linkedin.com www.linkedin.com m.linkedin.com touch.linkedin.com mobile.linkedin.com', LINKEDIN],
  ['linkedin.cn www.linkedin.cn m.linkedin.cn', LINKEDIN_CHINA],
  ['lnkd.in www.lnkd.in', LINKEDIN_SHORT],
  ['github.com www.github.com', GITHUB],
  ['gist.github.com', GIST],
  ['gitlab.com www.gitlab.com', GITLAB],
  ['bitbucket.org www.bitbucket.org', BITBUCKET],
  ['codeberg.org www.codeberg.org', CODEBERG],
  ['sr.ht www.sr.ht builds.sr.ht git.sr.ht hg.sr.ht hub.sr.ht lists.sr.ht man.sr.ht meta.sr.ht', SOURCEHUT],
  ['paste.sr.ht todo.sr.ht', SOURCEHUT],
];
const SITES = new Map(HOSTS.flatMap(([hosts, site]) => hosts.split(' ').map((host) => [host, site])));

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
