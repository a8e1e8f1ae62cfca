import type { AccountData } from '#core/parts/account-rows.ts';

export const callData: AccountData = {
  tables: {
    refused_call: { what: 'Refused calls of the last day', erased: 'afterwards', inOrderOf: ['id'] },
  },
};
