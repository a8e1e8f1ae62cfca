import Type, { type Static } from 'typebox';
import { instantOrNull } from '#core/shapes.ts';
import { optOutWays, waitingCauses } from '../rules.ts';
import type { OptOut } from './opt-outs.ts';

export const optOutStatuses = ['open', 'confirmed', 'declined', 'expired'] as const;

export const OptOutRequest = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['email', 'profile']),
  target: Type.Union([Type.String(), Type.Null()], {
    description: 'The address or link that is to be left out; forgotten when the request has ended.',
  }),
  way: Type.Enum(['mail', 'operator'], {
    description: '`mail` waits for the person, `operator` for you. You may decide each that is open.',
  }),
  waits_because: Type.Union([Type.Enum([...waitingCauses]), Type.Null()], {
    description:
      'Why it waits for you. `no_mail_webhook` and `profile_not_readable`: it could not be proven from the start. ' +
      "`too_many_mails`: the day's limit was reached. `mail_refused`: the webhook gave the mail up. `mail_not_taken`: it " +
      'did not take it within an hour. `profile_unreachable`: the site did not answer.',
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

export const optOutReport = (request: OptOut): OptOutRequest => ({
  id: request.id,
  kind: request.kind,
  target: request.target,
  way: request.way,
  waits_because: request.waitsBecause,
  status: request.status,
  created_at: request.createdAt.toISOString(),
  expires_at: request.expiresAt?.toISOString() ?? null,
  mailed_at: request.mailedAt?.toISOString() ?? null,
  decided_at: request.decidedAt?.toISOString() ?? null,
  decided_by: request.decidedBy,
});

/** How a request goes on. */
export const StartedOptOut = Type.Object({
  id: Type.String({ description: 'Names the request when it is confirmed.' }),
  way: Type.Enum([...optOutWays], {
    description:
      'How it goes on. `mail`: a token is sent to the address. `profile`: put `nonce` into a text of the profile. ' +
      '`operator`: an operator reviews the request.',
  }),
  nonce: Type.Union([Type.String(), Type.Null()], {
    description:
      'For `profile`: stands in the bio or the website of the profile while it is checked. The same for everybody who asks ' +
      'for the profile on one day (UTC), and good until the end of the next.',
  }),
  instructions: Type.String(),
  expires_at: instantOrNull('Until when it can be confirmed.'),
});
export type StartedOptOut = Static<typeof StartedOptOut>;
