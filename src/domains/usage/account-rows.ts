import type { AccountData } from '#core/parts/account-rows.ts';

export const usageData: AccountData = {
  tables: {
    usage_event: {
      what: 'Lookups, with who was disclosed as a hash',
      inOrderOf: ['at', 'op_key'],
      kept: 'A person who was looked up may ask who received their data (DPDP Act, section 11; GDPR, Article 15). It is dropped by month.',
      cleared: { client_reference: null },
    },
    usage_hour: {
      what: 'Sums of lookups by hour',
      inOrderOf: ['hour', 'kind', 'status', 'network', 'is_test', 'door', 'key_id', 'job', 'reason'],
      kept: 'Totals of the service. They contain no contact data.',
    },
  },
};
