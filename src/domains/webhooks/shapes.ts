import Type, { type Static } from 'typebox';
import { instant, instantOrNull, orNull } from '#core/shapes.ts';
import type { ShownDelivery } from './deliveries.ts';
import { type CurrentSecret, secretOf } from './secrets.ts';

export const WebhookSecret = Type.Object({
  secret: orNull(
    Type.String({ examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'] }),
    'Verifies the messages you receive. Shown once, then null.',
  ),
  created_at: instant('When it was made.'),
  previous_until: instantOrNull(
    'Until then messages are also signed with the secret before this one. Null if there is none.',
  ),
});

export const secretOnWire = (
  pepper: string,
  { salt, createdAt, isNew, previousUntil }: CurrentSecret,
): Static<typeof WebhookSecret> => ({
  secret: isNew ? secretOf(pepper, salt) : null,
  created_at: createdAt.toISOString(),
  previous_until: previousUntil?.toISOString() ?? null,
});

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;

const Attempt = Type.Object({
  number: Type.Integer({ description: 'From 1.' }),
  at: instant('When it was sent.'),
  status_code: orNull(Type.Integer(), 'Your server’s answer. Null without an answer.'),
  failure: orNull(Type.String(), 'Why there was no answer: `timeout`, `network`, `address_refused` …'),
  duration_ms: Type.Integer({ description: 'How long it took, in milliseconds.' }),
});

export const WebhookDelivery = Type.Object(
  {
    id: Type.String({
      description: 'The `webhook-id` of every attempt.',
      examples: ['msg_0Fz8Ib2XJb9vQe3t1mKp7c'],
    }),
    type: Type.String({ description: 'The event.', examples: ['job.completed'] }),
    url: Type.String({ description: 'Where it is sent.' }),
    status: Type.Enum([...deliveryStatuses], {
      description:
        '`waiting`: retried at `next_attempt_at`. `failed`: no attempt succeeded within a day, or the server returned 410.',
    }),
    created_at: instant('When it happened.'),
    next_attempt_at: instantOrNull('Null once it has ended.'),
    attempts: Type.Array(Attempt, { description: 'Oldest first.' }),
  },
  { title: 'WebhookDelivery' },
);

export const deliveryOnWire = (row: ShownDelivery): Static<typeof WebhookDelivery> => ({
  id: row.messageId,
  type: row.type,
  url: row.url,
  status: row.status,
  created_at: row.createdAt.toISOString(),
  next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
  attempts: row.attempts.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
});
