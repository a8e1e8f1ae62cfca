import type { AccountData } from '#core/parts/account-data.ts';

export const extensionData: AccountData = {
  tables: { extension_session: { what: 'Sessions of extensions', erased: 'at once' } },
};
