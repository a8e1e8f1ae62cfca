import { unavailable, vendor, vendorApi } from '../vendor.ts';
import { gitHubDescription, gitHubHeaders, openGitHub } from './github.ts';
import { gitHubCommitsDescription, openGitHubCommits } from './github-commits.ts';

export const gitHub = vendor({
  descriptions: [gitHubDescription, gitHubCommitsDescription],
  variables: ({ secret, baseUrl, onOrOff }) => ({
    GITHUB_TOKEN: secret(
      'Personal access token for GitHub, without any scopes. Without it, GitHub is not used.',
    ),
    GITHUB_BASE_URL: baseUrl('GitHub', 'https://api.github.com'),
    GITHUB_COMMITS: onOrOff("Whether to use addresses in the commits of a person's own repositories.", false),
  }),
  open({ GITHUB_TOKEN: token, GITHUB_BASE_URL: baseUrl, GITHUB_COMMITS: readsCommits }, way) {
    if (token === '') {
      return [
        unavailable('github', 'GITHUB_TOKEN is not set. GitHub shows addresses only to signed-in callers.'),
        unavailable('github_commits', 'GITHUB_TOKEN is not set.'),
      ];
    }
    const api = vendorApi(way, gitHubDescription, { token, baseUrl }, gitHubHeaders(token));
    return [
      openGitHub(api),
      readsCommits ? openGitHubCommits(api) : unavailable('github_commits', 'GITHUB_COMMITS is off.'),
    ];
  },
});
