import type { AccountData } from '#core/parts/account-rows.ts';

export const keyData: AccountData = {
  tables: { api_key: { what: 'Keys', erased: 'at once' } },
};
