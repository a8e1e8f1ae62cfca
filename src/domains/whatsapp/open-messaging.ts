import { setTimeout } from 'node:timers/promises';
import type { OpenDomain, Platform } from '#core/domain.ts';
import { allows } from '#core/machine/development.ts';
import { openLocalOutbox } from '#platform/messaging/local-outbox.ts';
import { openCloudApi } from '#platform/messaging/whatsapp/cloud-api.ts';
import { openWebhook } from '#platform/messaging/whatsapp/webhook.ts';
import { HandoverPace, openHandoverPace } from './codes/handover-pace.ts';

import { CodeMessaging, CodeOutbox, CodeWebhook } from './ports.ts';

/** How long Meta takes to accept a message, until it was measured. */
const usualHandoverMs = 200;

/** Opens Meta's Cloud API if it is configured, else, while MESSAGE_OUTBOX is on, an outbox in memory. */
export function openMessaging({ config, outgoing, clock }: Platform): OpenDomain {
  const { WHATSAPP_TOKEN: token } = config;
  const messagingWebhook = openWebhook({
    appSecret: config.WHATSAPP_APP_SECRET,
    verifyToken: config.WHATSAPP_VERIFY_TOKEN,
  });
  const outbox = token || !allows(config, 'MESSAGE_OUTBOX') ? null : openLocalOutbox(clock);
  const cloudApi =
    token &&
    openCloudApi({
      token,
      baseUrl: config.WHATSAPP_BASE_URL,
      phoneNumberId: config.WHATSAPP_PHONE_NUMBER_ID,
      template: { name: config.WHATSAPP_TEMPLATE, language: config.WHATSAPP_TEMPLATE_LANGUAGE },
      openClient: outgoing.vendorClient,
      wait: setTimeout,
    });
  const handoverPace = openHandoverPace({
    usualMs: cloudApi ? usualHandoverMs : 0,
    nowMs: () => performance.now(),
    sleep: setTimeout,
  });
  return {
    ports: [
      CodeWebhook.opened(messagingWebhook),
      CodeOutbox.opened(outbox),
      CodeMessaging.opened(cloudApi || outbox),
      HandoverPace.opened(handoverPace),
    ],
  };
}
