import type { AccountData } from '#core/parts/account-data.ts';

export const keyData: AccountData = {
  tables: { api_key: { what: 'Keys', erased: 'at once' } },
};
