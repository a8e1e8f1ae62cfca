import Type, { type Static } from 'typebox';
import { instant, instantOrNull, instantText } from '#core/shapes.ts';
import { accessTokenMs, sessionStatuses, statusOf } from './rules.ts';
import type { SessionRow } from './sql.ts';
import type { TokenPair } from './tokens.ts';

export const SessionId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "The session's `id`.",
  examples: ['ses_5kQv0rYx2LmT8aZc1BnW3d'],
});

export const SessionMembers = {
  id: Type.String({
    description: 'Identifies the session. It grants no access.',
    examples: ['ses_5kQv0rYx2LmT8aZc1BnW3d'],
  }),
  account_id: Type.String(),
  label: Type.String({ description: 'Empty if the session has none.', examples: ['Chrome on the laptop'] }),
  created_at: instant('When it was minted.'),
  refreshed_at: instant('When its tokens were last renewed. A session in use renews them every hour.'),
  expires_at: instant('When it ends unless it renews its tokens before.'),
};

export const SessionForDashboard = Type.Object({
  ...SessionMembers,
  status: Type.Enum([...sessionStatuses], {
    description:
      '`active`; `expired`, since it was not used for 30 days; `signed_out` by its holder; `revoked` by the dashboard; ' +
      '`token_reused`: an old refresh token was sent again, so another program may have it; `over_limit`: the account connected more ' +
      'than 20; `key_replaced`: the key was replaced.',
  }),
  ended_at: instantOrNull('When it was ended. Null if it was not.'),
});

export const Tokens = Type.Object({
  session_id: Type.String({
    description: 'Names the session in lists. It is not a secret.',
    examples: ['ses_5kQv0rYx2LmT8aZc1BnW3d'],
  }),
  account_id: Type.String(),
  access_token: Type.String({
    description: 'Send it as `Authorization: Bearer …`.',
    examples: ['cty_session_5wJr0cVt7Yb2nQx9Kd4mLz8pHs3fGa6T1yB0Qe'],
  }),
  access_expires_at: instantText('When the access token ends: after an hour.'),
  refresh_token: Type.String({
    description: 'Works once, and returns the next pair.',
    examples: ['cty_refresh_8uZk1dXs4Wc6mPv0Jf7nRy2qLt5hEb9G3kD4Ma'],
  }),
  expires_at: instantText(
    'When the refresh token and the session end unless they are renewed: after 30 days.',
  ),
});

/** A session without what only the dashboard sees. */
export const sessionOnWire = ({ account, ended_at, ended_because, ...session }: SessionRow) => session;

export const sessionForDashboard = (
  { account, ended_because, ...session }: SessionRow,
  now: Date,
): Static<typeof SessionForDashboard> => ({
  ...session,
  status: statusOf({ ...session, ended_because }, now),
});

export const tokensOnWire = (
  session: Pick<SessionRow, 'id' | 'account_id' | 'refreshed_at' | 'expires_at'>,
  { access, refresh }: TokenPair,
): Static<typeof Tokens> => ({
  session_id: session.id,
  account_id: session.account_id,
  access_token: access.text,
  access_expires_at: new Date(session.refreshed_at.getTime() + accessTokenMs).toISOString(),
  refresh_token: refresh.text,
  expires_at: session.expires_at.toISOString(),
});
