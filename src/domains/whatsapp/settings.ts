import Type from 'typebox';
import { setting } from '#core/parts/setting.ts';

const PerDay = Type.Integer({ minimum: 1, maximum: 10_000 });

const inAll = (fallback: number, window: string) =>
  setting(Type.Integer({ minimum: 1, maximum: 1_000_000 }), {
    default: fallback,
    unit: 'messages',
    doc:
      `Total number of WhatsApp codes per ${window}. Above it, starts are refused and the alert \`whatsapp_limit\` is ` +
      'raised. Accounts that have paid, or have verified the number before, are neither counted nor refused.',
    effect: 'From the next code.',
  });

export const whatsappSettings = {
  whatsapp_required: setting(Type.Boolean(), {
    default: true,
    unit: null,
    doc: 'Whether an account needs a verified WhatsApp number. While it is off, a number can be recorded without a code.',
    effect: 'From the next request.',
  }),
  whatsapp_messages_per_minute: inAll(10, 'minute'),
  whatsapp_messages_per_hour: inAll(100, 'hour'),
  whatsapp_messages_per_day: inAll(500, 'day'),
  whatsapp_messages_per_address_per_day: setting(PerDay, {
    default: 20,
    unit: 'messages',
    doc: 'WhatsApp codes that one IP address may request in 24 hours, five of them for one number. An IPv6 address counts by its /64.',
    effect: 'From the next code.',
  }),
  whatsapp_messages_per_number_per_day: setting(PerDay, {
    default: 10,
    unit: 'messages',
    doc:
      'WhatsApp codes that one number gets in 24 hours, from all accounts together. An account that has paid, or has verified the number ' +
      'before, gets its own five in any case.',
    effect: 'From the next code.',
  }),
};
