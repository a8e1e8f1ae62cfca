import type { Notice } from '../messaging.ts';
import { isRecord } from './records.ts';

type Value = Record<string, unknown>;

/** Meta's constants, such as `DISABLED_UPDATE`. Free text could be anything and is left out. */
const constant = (value: unknown): string =>
  typeof value === 'string' && /^[A-Z][A-Z\d_]{0,63}$/.test(value) ? value : 'UNKNOWN';

const name = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
        .slice(0, 1000)
        .replace(/[^\w .:+-]/g, '')
        .slice(0, 100)
    : 'unknown';

/** By the field of a change. `account` is the id of the business account. */
const readers: Readonly<Record<string, (value: Value, account: unknown) => Notice>> = {
  message_template_status_update: ({ event, reason, ...template }) => ({
    kind: 'whatsapp_template_status',
    subject: `${name(template.message_template_name)} ${name(template.message_template_language)}`,
    details: { event: constant(event), ...(typeof reason === 'string' ? { reason: constant(reason) } : {}) },
    isOver: event === 'APPROVED' || event === 'REINSTATED',
  }),
  account_update: ({ event, ban_info: ban }, account) => ({
    kind: 'whatsapp_account_update',
    subject: name(account),
    details: {
      event: constant(event),
      ...(isRecord(ban) ? { ban: constant(ban.waba_ban_state) } : {}),
    },
    isOver: event === 'VERIFIED_ACCOUNT' || (isRecord(ban) && ban.waba_ban_state === 'REINSTATE'),
  }),
  phone_number_quality_update: ({ event, current_limit: limit }, account) => ({
    kind: 'whatsapp_number_quality',
    subject: name(account),
    details: { event: constant(event), current_limit: constant(limit) },
    isOver: event === 'UNFLAGGED' || event === 'UPGRADE' || event === 'ONBOARDING',
  }),
};

/** Null for fields that are of no interest. */
export function noticeOf(field: unknown, value: Value, account: unknown): Notice | null {
  const read = typeof field === 'string' && Object.hasOwn(readers, field) ? readers[field] : undefined;
  return read ? read(value, account) : null;
}
