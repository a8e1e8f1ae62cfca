import type { AccountData } from '#core/parts/account-rows.ts';

export const signInData: AccountData = {
  tables: {
    web_session: { what: 'Sessions on the pages', erased: 'at once' },
    web_browser: { what: 'Browsers on the pages', erased: 'at once' },
  },
};
