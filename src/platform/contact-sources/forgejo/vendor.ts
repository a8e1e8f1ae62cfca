import { hostApis, vendor } from '../vendor.ts';
import { forgejoDescription, openForgejo } from './forgejo.ts';

export const forgejo = vendor({
  descriptions: [forgejoDescription],
  variables: ({ secret, baseUrl, hosts }) => ({
    CODEBERG_TOKEN: secret('Access token for codeberg.org. Without it, Codeberg provides only links.'),
    CODEBERG_BASE_URL: baseUrl('Codeberg', 'https://codeberg.org'),
    FORGEJO_HOSTS: hosts('Your own Forgejo or Gitea hosts, comma-separated, each with its token.'),
  }),
  open({ CODEBERG_TOKEN: token, CODEBERG_BASE_URL: baseUrl, FORGEJO_HOSTS: ownHosts }, way) {
    const hosts = [{ host: 'codeberg.org', token, baseUrl }, ...ownHosts];
    const headers = (own: string) => ({ authorization: `token ${own}` });
    return [openForgejo(hostApis(way, forgejoDescription, hosts, headers))];
  },
  ownHosts: ({ FORGEJO_HOSTS }) => FORGEJO_HOSTS.map(({ host }) => ({ host, software: 'forgejo' })),
});
