import Type, { type Static, type TSchema } from 'typebox';
import { isTooDeep } from '#core/input/parse-json.ts';
import { idText, list, maybe, readOrNull, some, text } from '#core/vendor-json.ts';
import type { Delivery, MessagingEvents, Notice } from '../messaging.ts';
import { isReference } from './cloud-api.ts';
import { errorOf } from './error-codes.ts';

/** As many as the body has. */
const all = { most: Number.POSITIVE_INFINITY };
const Errors = list(some({ code: Type.Integer() }), all);

/** Ids are opaque and compared byte by byte, so they are not trimmed: `isReference` checks them. */
const Status = Type.Object({
  id: Type.Unknown(),
  status: Type.Enum(['sent', 'delivered', 'read', 'failed']),
  ...maybe({ timestamp: text(), biz_opaque_callback_data: Type.Unknown(), errors: Errors }),
});

/** `messages`, which hold what people wrote, are left out. */
const Messages = some({ statuses: list(Status, all), errors: Errors });

const Name = Type.Union([text(1000), idText]);
const Change = Type.Object({ field: text(100), value: Type.Unknown() });
const Body = some({ entry: list(some({ id: Name, changes: list(Change, all) }), all) });

/** Reads a webhook's body. People's own messages aren't read. */
export function readEvents(body: Uint8Array): MessagingEvents {
  const events: MessagingEvents = { deliveries: [], errors: [], notices: [] };
  for (const { id, changes = [] } of readOrNull(Body, parsed(body))?.entry ?? []) {
    for (const { field, value } of changes) {
      const notice = Object.hasOwn(noticeReaders, field) ? noticeReaders[field]!(value, id) : null;
      if (notice) events.notices.push(notice);
      const { statuses = [], errors = [] } = (field === 'messages' && readOrNull(Messages, value)) || {};
      // One by one: a call with as many arguments as a body may have entries overflows the stack.
      for (const status of statuses) {
        if (isReference(status.id)) events.deliveries.push(deliveryOf(status.id, status));
      }
      for (const error of vendorErrors(errors)) events.errors.push(error);
    }
  }
  return events;
}

function parsed(body: Uint8Array): unknown {
  if (isTooDeep(body)) return null;
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

const vendorErrors = (errors: Static<typeof Errors>) => errors.flatMap(({ code }) => errorOf(code) ?? []);

/** A person who hides their number is named by an id of Meta's, or not at all: only the message's id counts. */
function deliveryOf(reference: string, given: Static<typeof Status>): Delivery {
  const { status: delivery, timestamp, biz_opaque_callback_data: ownId, errors = [] } = given;
  const id = isReference(ownId) ? ownId : null;
  return { reference, id, delivery, at: timeOf(timestamp), error: vendorErrors(errors)[0] ?? null };
}

/** Seconds since 1970, as text. */
const timeOf = (seconds = ''): Date | null =>
  /^\d{9,10}$/.test(seconds) ? new Date(Number(seconds) * 1000) : null;

/** Meta's constants, such as `DISABLED_UPDATE`. Free text could be anything and is left out. */
const constant = (value = ''): string => (/^[A-Z][A-Z\d_]{0,63}$/.test(value) ? value : 'UNKNOWN');
const name = (value = 'unknown'): string => value.replace(/[^\w .:+-]/g, '').slice(0, 100);

type NoticeReader = (value: unknown, account: string | undefined) => Notice | null;

const reader =
  <Schema extends TSchema>(
    schema: Schema,
    noticeOf: (value: Static<Schema>, account: string | undefined) => Notice,
  ): NoticeReader =>
  (value, account) => {
    const read = readOrNull(schema, value);
    return read === null ? null : noticeOf(read, account);
  };

/** By the field of a change. `account` is the id of the business account. */
const noticeReaders: Readonly<Record<string, NoticeReader>> = {
  message_template_status_update: reader(
    some({
      event: text(),
      reason: text(),
      message_template_name: Name,
      message_template_language: Name,
    }),
    ({ event = '', reason, ...template }) => ({
      kind: 'whatsapp_template_status',
      subject: `${name(template.message_template_name)} ${name(template.message_template_language)}`,
      details: { event: constant(event), ...(reason === undefined ? {} : { reason: constant(reason) }) },
      isOver: ['APPROVED', 'REINSTATED'].includes(event),
    }),
  ),
  account_update: reader(
    some({ event: text(), ban_info: some({ waba_ban_state: text() }) }),
    ({ event = '', ban_info: ban }, account) => ({
      kind: 'whatsapp_account_update',
      subject: name(account),
      details: { event: constant(event), ...(ban ? { ban: constant(ban.waba_ban_state) } : {}) },
      isOver: event === 'VERIFIED_ACCOUNT' || ban?.waba_ban_state === 'REINSTATE',
    }),
  ),
  phone_number_quality_update: reader(
    some({ event: text(), current_limit: text() }),
    ({ event = '', current_limit: limit }, account) => ({
      kind: 'whatsapp_number_quality',
      subject: name(account),
      details: { event: constant(event), current_limit: constant(limit) },
      isOver: ['UNFLAGGED', 'UPGRADE', 'ONBOARDING'].includes(event),
    }),
  ),
};
