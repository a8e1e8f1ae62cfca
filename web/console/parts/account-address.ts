/** The page of an account, or a part of it. */
export const addressOf = (accountId: string, part = ''): string =>
  `/console/accounts/${encodeURIComponent(accountId)}${part && `/${part}`}`;
