import { leftOut, vendor, vendorApi } from '../vendor.ts';
import { gitHubDescription, gitHubHeaders, openGitHub } from './github.ts';
import { gitHubCommitsDescription, openGitHubCommits } from './github-commits.ts';

export const gitHub = vendor({
  descriptions: [gitHubDescription, gitHubCommitsDescription],
  variables: ({ secret, baseUrl, onOrOff }) => ({
    GITHUB_TOKEN: secret('Personal access token of GitHub without any scope. Absent: GitHub is not asked.'),
    GITHUB_BASE_URL: baseUrl('GitHub', 'https://api.github.com'),
    GITHUB_COMMITS: onOrOff("Whether addresses in the commits of a person's own repositories count.", false),
  }),
  open({ GITHUB_TOKEN: token, GITHUB_BASE_URL: baseUrl, GITHUB_COMMITS: readsCommits }, way) {
    if (token === '') {
      return [
        leftOut('github', 'GITHUB_TOKEN is not set: GitHub shows addresses to signed-in callers only.'),
        leftOut('github_commits', 'GITHUB_TOKEN is not set.'),
      ];
    }
    const api = vendorApi(way, gitHubDescription, { token, baseUrl }, gitHubHeaders(token));
    return [
      openGitHub(api),
      readsCommits ? openGitHubCommits(api) : leftOut('github_commits', 'GITHUB_COMMITS is off.'),
    ];
  },
  standIns: () => import('./stand-in.ts'),
});
