import type { AccountData } from '#core/parts/account-rows.ts';

export const customerData: AccountData = {
  tables: { account_mail: { what: 'Mails that wait to be sent', erased: 'at once' } },
};
