import Type, { type Static } from 'typebox';
import { instant, instantOrNull, orNull, text } from '#core/shapes.ts';
import { optOutWays, waitingCauses } from '../rules.ts';

export const optOutStatuses = ['open', 'confirmed', 'declined', 'expired'] as const;

export const OptOutRequest = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['email', 'profile'], {
    description: 'How the person proves it: from the mailbox or on the profile.',
  }),
  target: orNull(Type.String(), 'The address or link to suppress. Deleted when the request ends.'),
  way: Type.Enum(['mail', 'operator'], {
    description: '`mail` waits for the person, `operator` for you. You can decide any open request.',
  }),
  waits_because: orNull(
    Type.Enum([...waitingCauses]),
    'Why it waits for you. `no_mail_webhook`, `profile_not_readable`: the service has no way to verify it. ' +
      "`too_many_mails`: the day's limit was reached. `mail_refused`: the webhook rejected the mail. `mail_not_taken`: it did " +
      'not accept it within an hour. `profile_unreachable`: the site did not respond.',
  ),
  status: Type.Enum([...optOutStatuses], { description: '`open` until the person or an operator decides.' }),
  created_at: instant('When it was made.'),
  expires_at: instantOrNull('When the person can no longer confirm it.'),
  mailed_at: instantOrNull('When the mail webhook accepted the token.'),
  decided_at: instantOrNull('When the request ended.'),
  decided_by: orNull(Type.String(), '`subject` if the person confirmed it, else the operator.'),
});
export type OptOutRequest = Static<typeof OptOutRequest>;

/** The next step of a request. */
export const StartedOptOut = Type.Object({
  id: text('Send it with the confirmation.'),
  way: Type.Enum([...optOutWays], {
    description:
      'The next step. `mail`: we send a token to the address. `profile`: put `nonce` into a text of the profile. ' +
      '`operator`: an operator reviews the request.',
  }),
  nonce: orNull(
    Type.String(),
    'For `profile`: put it into the bio or website field of the profile until you have confirmed. Everyone who asks for the ' +
      'profile on one day (UTC) gets the same nonce. It is valid until the end of the next day.',
  ),
  instructions: text('Instructions for the person, in sentences.'),
  expires_at: instantOrNull('When the request can no longer be confirmed.'),
});
export type StartedOptOut = Static<typeof StartedOptOut>;
