/** The page of an account, or a part of it. */
export const addressOf = (accountId: string, part = ''): string =>
  `/console/accounts/${encodeURIComponent(accountId)}${part && `/${part}`}`;

export function AccountLink({ id }: { id: string }) {
  return <a href={addressOf(id)}>{id}</a>;
}
