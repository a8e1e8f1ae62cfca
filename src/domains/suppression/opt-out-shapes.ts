import Type, { type Static } from 'typebox';
import type { OptOut } from './opt-outs.ts';
import { optOutWays } from './rules.ts';
import { instantOrNull } from './shapes.ts';

export const optOutStatuses = ['open', 'confirmed', 'declined', 'expired'] as const;

export const OptOutRequest = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['email', 'profile']),
  target: Type.Union([Type.String(), Type.Null()], {
    description: 'The address or link that is to be left out; forgotten when the request has ended.',
  }),
  way: Type.Enum([...optOutWays], {
    description:
      '`mail` and `profile` wait for the person, `operator` for you. You may decide each that is open.',
  }),
  status: Type.Enum([...optOutStatuses]),
  created_at: Type.String({ format: 'date-time' }),
  expires_at: instantOrNull('Until when the person can prove it.'),
  mailed_at: instantOrNull('When the token was handed to the mail webhook.'),
  decided_at: instantOrNull('When it ended.'),
  decided_by: Type.Union([Type.String(), Type.Null()], {
    description: '`subject` when the person proved it, else the operator.',
  }),
});
export type OptOutRequest = Static<typeof OptOutRequest>;

export const optOutShown = (request: OptOut): OptOutRequest => ({
  id: request.id,
  kind: request.kind,
  target: request.target,
  way: request.way,
  status: request.status,
  created_at: request.createdAt.toISOString(),
  expires_at: request.expiresAt?.toISOString() ?? null,
  mailed_at: request.mailedAt?.toISOString() ?? null,
  decided_at: request.decidedAt?.toISOString() ?? null,
  decided_by: request.decidedBy,
});
