import type { AccountData } from '#core/parts/account-rows.ts';

export const extensionData: AccountData = {
  tables: { extension_session: { what: 'Sessions of extensions', erased: 'at once' } },
};
