import type { AccountData } from '#core/parts/account-data.ts';

export const signInData: AccountData = {
  tables: { web_session: { what: 'Sessions on the pages', erased: 'at once' } },
};
