// Each code host hands out addresses that show who did something and reach nobody. Their forms are the hosts' own:
// GitHub `ID+name@users.noreply.github.com`, GitLab `ID-name@users.noreply.gitlab.com`, Forgejo and Gitea
// `name@noreply.<host>`, npm's trusted publishing `npm-oidc-no-reply@github.com`.
const unattended = /(?:^|[@.])(?:noreply|no-reply)\.|^(?:[^@]*[-_.+])?no-?reply(?:[-_.+][^@]*)?@/;
const automation = /\[bot\]|^(?:actions?|support|git)@github\.com$/;

/** Whether an address (in lower case) is one that a code host made up for an account, or signs its own work with. */
export const isPlaceholderEmail = (address: string): boolean =>
  unattended.test(address) || automation.test(address);
