import { hostApis, vendor } from '../vendor.ts';
import { gitLabDescription, openGitLab } from './gitlab.ts';

export const gitLab = vendor({
  descriptions: [gitLabDescription],
  variables: ({ secret, baseUrl, hosts }) => ({
    GITLAB_TOKEN: secret('Access token for gitlab.com (read_user), for higher limits.'),
    GITLAB_BASE_URL: baseUrl('GitLab', 'https://gitlab.com'),
    GITLAB_HOSTS: hosts('Your own GitLab hosts, comma-separated, each with its token if it needs one.'),
  }),
  open({ GITLAB_TOKEN: token, GITLAB_BASE_URL: baseUrl, GITLAB_HOSTS: ownHosts }, way) {
    const hosts = [{ host: 'gitlab.com', token, baseUrl }, ...ownHosts];
    return [openGitLab(hostApis(way, gitLabDescription, hosts, (own) => ({ 'private-token': own })))];
  },
  ownHosts: ({ GITLAB_HOSTS }) => GITLAB_HOSTS.map(({ host }) => ({ host, software: 'gitlab' })),
});
