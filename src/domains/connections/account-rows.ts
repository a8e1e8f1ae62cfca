import type { AccountData } from '#core/parts/account-rows.ts';

export const connectionData: AccountData = {
  tables: {
    agent_connection: { what: 'Connected agents', erased: 'at once' },
    agent_code: { what: 'Codes for agents', hides: ['challenge'], erased: 'at once' },
  },
};
