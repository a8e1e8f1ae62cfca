import type { AccountData } from '#core/parts/account-rows.ts';

export const whatsappData: AccountData = {
  tables: {
    whatsapp_number: { what: 'WhatsApp number', erased: 'at once' },
    whatsapp_proof: { what: 'Verified WhatsApp numbers', erased: 'at once' },
    whatsapp_message: { what: 'WhatsApp messages', erased: 'afterwards' },
  },
};
