import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapedJson, eventOf, messagesChange } from '#dev/stand-ins/whatsapp/events.ts';
import type { MessagingEvents } from '../messaging.ts';
import { readEvents } from './read-events.ts';

const read = (event: unknown) => readEvents(Buffer.from(escapedJson(event)));
const nothing: MessagingEvents = { deliveries: [], errors: [], notices: [] };

const reference = 'wamid.HBgLNDQ3NzAwOTAwMTIz';
const at = new Date('2025-06-15T23:27:53.000Z');
const status = { id: reference, status: 'delivered', timestamp: '1750030073', recipient_id: '447700900123' };
const contact = { profile: { name: 'Asha' }, wa_id: '447700900123' };
const hidden = { profile: { name: 'Asha', username: '@asha-example' }, user_id: 'US.10000000000000000001' };
const pricing = { billable: true, pricing_model: 'CBP', category: 'authentication' };
const conversation = { id: '727', expiration_timestamp: '1698339900', origin: { type: 'authentication' } };

const statuses: [words: string, status: Record<string, unknown>, others?: Record<string, unknown>][] = [
  ['with a contact', status, { contacts: [contact] }],
  ['with a conversation and prices', { ...status, conversation, pricing }],
  ['with the newer prices and no conversation', { ...status, pricing: { ...pricing, pricing_model: 'PMP' } }],
  [
    'of a person who hides their number',
    { ...status, recipient_id: undefined, recipient_user_id: 'US.10000000000000000001' },
    { contacts: [hidden] },
  ],
  ['with no recipient at all', { ...status, recipient_id: undefined }],
];
for (const [words, given, others] of statuses) {
  test(`a status ${words} is known by the id of its message`, () => {
    assert.deepEqual(read(eventOf(messagesChange({ ...others, statuses: [given] }))), {
      ...nothing,
      deliveries: [{ reference, id: null, delivery: 'delivered', at, error: null }],
    });
  });
}

for (const word of ['sent', 'delivered', 'read'] as const) {
  test(`the status ${word} is read`, () => {
    const [delivery] = read(eventOf(messagesChange({ statuses: [{ ...status, status: word }] }))).deliveries;
    assert.equal(delivery?.delivery, word);
  });
}

test('a status has the sender’s own id where it was given', () => {
  const tracked = { ...status, biz_opaque_callback_data: 'wam_0123456789012345678901' };
  const [delivery] = read(eventOf(messagesChange({ statuses: [tracked] }))).deliveries;
  assert.equal(delivery?.id, 'wam_0123456789012345678901');
});

test('the sender’s own id is not trimmed: one with outer white space is none', () => {
  const tracked = { ...status, biz_opaque_callback_data: 'wam_0123456789012345678901 ' };
  const [delivery] = read(eventOf(messagesChange({ statuses: [tracked] }))).deliveries;
  assert.deepEqual(delivery, { reference, id: null, delivery: 'delivered', at, error: null });
});

for (const [code, trouble] of [
  [131026, 'recipient'],
  [130472, 'recipient_limit'],
  [131042, 'account'],
] as const) {
  test(`a message that failed with ${code} says so`, () => {
    const errors = [
      {
        code,
        title: 'Receiver is incapable of receiving this message',
        message: 'Receiver is incapable of receiving this message',
        error_data: { details: 'Message Undeliverable.' },
        href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
      },
    ];
    const failed = { ...status, status: 'failed', errors };
    assert.deepEqual(read(eventOf(messagesChange({ statuses: [failed] }))).deliveries, [
      { reference, id: null, delivery: 'failed', at, error: { code, trouble } },
    ]);
  });
}

test('a status without a time that can be read has none', () => {
  const [delivery] = read(
    eventOf(messagesChange({ statuses: [{ ...status, timestamp: 'TIMESTAMP' }] })),
  ).deliveries;
  assert.equal(delivery?.at, null);
});

const badStatuses: [words: string, status: unknown][] = [
  ['no id', { ...status, id: undefined }],
  ['an id that is a number', { ...status, id: 7 }],
  ['an id with outer white space', { ...status, id: ` ${reference} ` }],
  ['an id with a NUL', { ...status, id: 'wamid.\u0000' }],
  ['an endless id', { ...status, id: 'w'.repeat(301) }],
  ['a word that we don’t know', { ...status, status: 'played' }],
  ['no object', 'sent'],
  ['null', null],
];
for (const [words, given] of badStatuses) {
  test(`a status with ${words} is skipped, and its neighbour is read`, () => {
    const { deliveries } = read(eventOf(messagesChange({ statuses: [given, status] })));
    assert.deepEqual(
      deliveries.map((delivery) => delivery.reference),
      [reference],
    );
  });
}

const inbound = { from: '447700900123', id: 'wamid.in', timestamp: '1749416383' };
const messages: [words: string, message: Record<string, unknown>][] = [
  ['a text', { ...inbound, type: 'text', text: { body: 'Hello' } }],
  ['a text in Hindi with an emoji', { ...inbound, type: 'text', text: { body: 'नमस्ते 👍🏻' } }],
  ['a reaction', { ...inbound, type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '👍🏻' } }],
  [
    'a button',
    { ...inbound, type: 'button', button: { text: 'No', payload: 'no' }, context: { id: 'wamid.x' } },
  ],
  ['an error', { ...inbound, errors: [{ code: 131051, title: 'Unsupported message type' }] }],
  ['an unsupported type', { ...inbound, type: 'unsupported', errors: [{ code: 131051 }] }],
  ['a changed number', { ...inbound, type: 'system', system: { new_wa_id: '447700900124' } }],
  ['a changed user', { id: 'wamid.in', type: 'system', system: { type: 'user_changed_user_id' } }],
  ['a text in a group, by a hidden number', { from_user_id: 'US.1', group_id: '1@g.us', type: 'text' }],
];
for (const [words, message] of messages) {
  test(`what people send is not read: ${words}`, () => {
    assert.deepEqual(read(eventOf(messagesChange({ contacts: [contact], messages: [message] }))), nothing);
  });
}

test('an error about the account as a whole is read', () => {
  const { errors } = read(eventOf(messagesChange({ errors: [{ code: 131031, title: 'Account locked' }] })));
  assert.deepEqual(errors, [{ code: 131031, trouble: 'account' }]);
});

const template = {
  message_template_id: 1,
  message_template_name: 'verification_code',
  message_template_language: 'en_US',
};
const notices: [words: string, field: string, value: object, isOver: boolean, details: object][] = [
  [
    'an approved template',
    'message_template_status_update',
    { event: 'APPROVED', reason: null, ...template },
    true,
    { event: 'APPROVED' },
  ],
  [
    'a flagged template',
    'message_template_status_update',
    { event: 'FLAGGED', reason: null, disable_info: { disable_date: 'January 31, 2021' }, ...template },
    false,
    { event: 'FLAGGED' },
  ],
  [
    'a rejected template',
    'message_template_status_update',
    { event: 'REJECTED', reason: 'INVALID_FORMAT', ...template },
    false,
    { event: 'REJECTED', reason: 'INVALID_FORMAT' },
  ],
  [
    'an account that will be disabled',
    'account_update',
    {
      event: 'DISABLED_UPDATE',
      ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE', waba_ban_date: 'January 31, 2021' },
    },
    false,
    { event: 'DISABLED_UPDATE', ban: 'SCHEDULE_FOR_DISABLE' },
  ],
  [
    'an account that is back',
    'account_update',
    { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } },
    true,
    { event: 'DISABLED_UPDATE', ban: 'REINSTATE' },
  ],
  [
    'a number of falling quality',
    'phone_number_quality_update',
    { display_phone_number: '447700900001', event: 'FLAGGED', current_limit: 'TIER_10K' },
    false,
    { event: 'FLAGGED', current_limit: 'TIER_10K' },
  ],
  [
    'a number of good quality',
    'phone_number_quality_update',
    { event: 'UNFLAGGED', current_limit: 'TIER_10K' },
    true,
    { event: 'UNFLAGGED', current_limit: 'TIER_10K' },
  ],
];
for (const [words, field, value, isOver, details] of notices) {
  test(`${words} is a notice${isOver ? ' that ends one' : ''}`, () => {
    const [notice, ...others] = read(eventOf({ field, value })).notices;
    assert.deepEqual([notice?.isOver, notice?.details, others], [isOver, details, []]);
    assert.equal(
      notice?.subject,
      field === 'message_template_status_update' ? 'verification_code en_US' : '102290129340398',
    );
  });
}

test('a notice takes over no text but constants and names', () => {
  const value = {
    event: 'Call +447700900123',
    reason: 'a <b>',
    message_template_name: 'a\u0000<b>\n',
    message_template_language: 7,
  };
  const [notice] = read(eventOf({ field: 'message_template_status_update', value })).notices;
  assert.deepEqual([notice?.subject, notice?.details], ['ab 7', { event: 'UNKNOWN', reason: 'UNKNOWN' }]);
});

test('one call can have many entries, changes and statuses', () => {
  const change = messagesChange({ statuses: [status, { ...status, id: 'wamid.b' }] });
  const { entry } = eventOf(change, { field: 'account_update', value: { event: 'X' } }, change);
  const events = read({ object: 'whatsapp_business_account', entry: [...entry, ...entry] });
  assert.deepEqual([events.deliveries.length, events.notices.length], [8, 2]);
});

test('members that are objects where texts are expected are unknown, not an error', () => {
  const odd = JSON.parse('{"toString":1,"valueOf":{"toString":null}}');
  const value = { event: odd, message_template_name: odd, message_template_language: [odd] };
  const { entry } = eventOf(
    { field: 'message_template_status_update', value },
    { field: 'account_update', value },
  );
  const { notices } = read({ object: 'whatsapp_business_account', entry: [{ ...entry[0], id: odd }] });
  assert.deepEqual(
    notices.map(({ subject }) => subject),
    ['unknown unknown', 'unknown'],
  );
});

test('as many entries as fit into a body are read', () => {
  const errors = Array.from({ length: 196_999 }, () => ({ code: 131031 }));
  const { entry } = eventOf(messagesChange({ errors }));
  assert.equal(read({ entry }).errors.length, errors.length);
});

const strange: [words: string, text: string][] = [
  ['no body', ''],
  ['broken JSON', '{"entry":['],
  ['a text', '"entry"'],
  ['null', 'null'],
  ['a list', '[]'],
  ['no entries', '{"object":"whatsapp_business_account"}'],
  ['entries that aren’t objects', '{"entry":[1,null,"a",[{}]]}'],
  ['changes that aren’t a list', '{"entry":[{"changes":{"field":"messages"}}]}'],
  ['values that aren’t objects', '{"entry":[{"changes":[{"field":"messages","value":7}]}]}'],
  ['a field named as something inherited', '{"entry":[{"changes":[{"field":"constructor","value":{}}]}]}'],
  [
    'a field of no interest',
    '{"entry":[{"changes":[{"field":"user_id_update","value":{"user_id_update":[{}]}}]}]}',
  ],
  ['another product', '{"object":"page","entry":[{"messaging":[{"message":{}}]}]}'],
  ['brackets without end', '['.repeat(100_000)],
];
for (const [words, text] of strange) {
  test(`nothing is read from a body with ${words}`, () =>
    assert.deepEqual(readEvents(Buffer.from(text)), nothing));
}
