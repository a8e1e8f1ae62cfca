import { domain } from '#core/domain.ts';
import { whatsappData } from './account-rows.ts';
import { confirmCode } from './codes/confirm-code.ts';
import { forgetMessages } from './codes/forget-messages.ts';
import { sendCode } from './codes/send-code.ts';
import { showOutbox } from './codes/show-outbox.ts';
import { whatsappErrors } from './errors.ts';
import { completeHandshake } from './events/complete-handshake.ts';
import { listMessages } from './events/list-messages.ts';
import { receiveEvents } from './events/receive-events.ts';
import { whatsappJourney } from './journey.ts';
import { recordNumber } from './numbers/record-number.ts';
import { showNumber } from './numbers/show-number.ts';
import { unbindNumber } from './numbers/unbind-number.ts';
import { openMessaging } from './open-messaging.ts';
import { whatsappSettings } from './settings.ts';
import { refusedWhatsappVariables, whatsappVariables } from './variables.ts';
import { whatsappHealth } from './whatsapp-health.ts';

/** WhatsApp numbers of accounts, proved by one-time codes. */
export const whatsapp = domain({
  id: 'whatsapp',
  title: 'WhatsApp',
  description: 'WhatsApp numbers of accounts: the codes that prove them, and the delivery of each message.',
  operations: [
    sendCode,
    confirmCode,
    showNumber,
    recordNumber,
    unbindNumber,
    listMessages,
    showOutbox,
    completeHandshake,
    receiveEvents,
  ],
  jobs: [forgetMessages],
  errors: whatsappErrors,
  variables: whatsappVariables,
  refusedVariables: refusedWhatsappVariables,
  settings: whatsappSettings,
  health: [whatsappHealth],
  accountData: whatsappData,
  journey: [whatsappJourney],
  open: openMessaging,
});
