// Code hosts generate addresses that show who did something but reach nobody: GitHub `ID+name@users.noreply.github.com`, GitLab
// `ID-name@users.noreply.gitlab.com`, Forgejo and Gitea `name@noreply.<host>`, npm's trusted publishing
// `npm-oidc-no-reply@github.com`.
const unattended = /(?:^|[@.])(?:noreply|no-reply)\.|^(?:[^@]*[-_.+])?no-?reply(?:[-_.+][^@]*)?@/;
const automation = /\[bot\]|^(?:actions?|support|git)@github\.com$/;

/** Whether a code host generated the address (in lower case), for an account or for its own commits. */
export const isPlaceholderEmail = (address: string): boolean =>
  unattended.test(address) || automation.test(address);
