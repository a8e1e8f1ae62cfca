import Type, { type Static } from 'typebox';
import { instant, instantOrNull, instantText, requiredText, text } from '#core/shapes.ts';
import type { TokenPair } from '#values/token-pair.ts';
import { accessTokenMs, sessionStatuses, statusOf } from './rules.ts';
import type { SessionRow } from './sql.ts';

export const SessionId = requiredText(100, "The session's `id`.", 'ses_5kQv0rYx2LmT8aZc1BnW3d');

export const SessionMembers = {
  id: text('Identifies the session. It grants no access.', 'ses_5kQv0rYx2LmT8aZc1BnW3d'),
  account_id: Type.String(),
  label: text('Empty if the session has none.', 'Chrome on the laptop'),
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
  session_id: text('Names the session in lists. It is not a secret.', 'ses_5kQv0rYx2LmT8aZc1BnW3d'),
  account_id: Type.String(),
  access_token: text(
    'Send it as `Authorization: Bearer …`.',
    'cty_session_5wJr0cVt7Yb2nQx9Kd4mLz8pHs3fGa6T1yB0Qe',
  ),
  access_expires_at: instantText('When the access token ends: after an hour.'),
  refresh_token: text(
    'Works once, and returns the next pair.',
    'cty_refresh_8uZk1dXs4Wc6mPv0Jf7nRy2qLt5hEb9G3kD4Ma',
  ),
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
