import type { AccountData } from '#core/parts/account-rows.ts';

export const onboardingData: AccountData = {
  tables: {
    business_profile: { what: 'Name and address for invoices', erased: 'at once' },
    mailbox_proof: { what: 'Proofs of emails', erased: 'at once' },
  },
};
