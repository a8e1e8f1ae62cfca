import type { AccountData } from '#core/parts/account-rows.ts';

/** Deliveries go with the rest at once, so that nothing more is sent. */
export const webhookData: AccountData = {
  tables: {
    webhook_attempt: {
      what: 'Attempts to deliver webhooks',
      erased: 'at once',
      inOrderOf: ['delivery', 'number'],
    },
    webhook_delivery: { what: 'Deliveries of webhooks', erased: 'at once', inOrderOf: ['id'] },
    webhook_endpoint: { what: 'Webhook endpoints', erased: 'at once', hides: ['salt', 'previous_salt'] },
    webhook_once: { what: 'Events that are sent once', erased: 'at once' },
    webhook_secret: { what: 'Webhook secrets', erased: 'at once', hides: ['salt'] },
  },
};
