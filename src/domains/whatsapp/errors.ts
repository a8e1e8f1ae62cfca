import Type from 'typebox';
import type { ErrorDefinitions } from '#core/failure.ts';

export const whatsappErrors = {
  messaging_unavailable: {
    status: 503,
    title: 'No message can be sent at the moment',
    retryable: true,
    when:
      'No WhatsApp message can be sent at the moment: WhatsApp refuses them, a limit on all messages is reached, or the service ' +
      'is not configured to send any.',
    remedy:
      'Repeat the request after `Retry-After` seconds. If that doesn’t help, ask the operator, who finds the cause among the alerts.',
  },
  number_already_verified: {
    status: 409,
    title: 'The account has a verified number',
    when: 'The account already has a verified WhatsApp number. Customers can’t replace or remove it.',
    remedy: 'Ask the operator to unbind the number, then start again.',
  },
  code_wrong: {
    status: 400,
    title: 'The code is wrong',
    when: 'The code is not the one that was sent to this number for this account.',
    remedy: 'Let the person type the code again while `tries_left` is above 0. After that, send a new code.',
    members: { tries_left: Type.Integer({ description: 'Tries left for this code, 0 to 4.' }) },
  },
  code_ended: {
    status: 400,
    title: 'There is no code to check',
    when: 'No code was sent to this number for this account, or it expired, was used, was replaced or was tried five times.',
    remedy: 'Send a new code.',
  },
  whatsapp_required: {
    status: 409,
    title: 'The number needs a code',
    when: 'A number can only be recorded without a code while the setting `whatsapp_required` is off.',
    remedy: 'Send a code and confirm it.',
  },
  handshake_refused: {
    status: 403,
    title: 'The handshake is refused',
    when: 'A parameter of the handshake is missing, repeated or wrong, or no verify token is configured.',
    remedy: 'Set the same verify token at Meta and in `WHATSAPP_VERIFY_TOKEN`.',
  },
  outbox_off: {
    status: 409,
    title: 'There is no outbox',
    when: 'Messages go to WhatsApp, or the outbox is off.',
    remedy:
      'To read codes from the outbox, start the service without `WHATSAPP_TOKEN` and with `MESSAGE_OUTBOX=on`.',
  },
} satisfies ErrorDefinitions;
