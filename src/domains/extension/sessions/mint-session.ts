import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { newId } from '#core/ids.ts';
import { operation } from '#core/operation.ts';
import { optionalText } from '#core/shapes.ts';
import { lockAccount } from '#domains/accounts/index.ts';
import { refuseLocked } from '#domains/identity/index.ts';
import { sessionsMax } from '../rules.ts';
import { Tokens, tokensOnWire } from '../shapes.ts';
import { insertSession, makeRoom } from '../sql.ts';
import { newTokens } from '../tokens.ts';

export const mintSession = operation({
  id: 'extension.mint-session',
  summary: 'Mint a session for a browser extension',
  description:
    'Show the refresh token to the person who is signed in to the dashboard: it is the code that connects their extension. ' +
    `Both tokens are shown once. An account has at most ${sessionsMax} live sessions: another one ends the session with the oldest renewal.`,
  kind: 'command',
  doors: [dashboard('POST', '/internal/extension/session')],
  account: 'required',
  input: Type.Object({
    label: optionalText(
      100,
      'Label of the session on the dashboard, such as the browser or the device.',
      'Chrome on the laptop',
    ),
  }),
  example: { label: 'Chrome on the laptop' },
  output: Tokens,
  errors: ['account_locked'],
  secretAnswer: true,

  async run(ctx, { label }) {
    await refuseLocked(ctx);
    await lockAccount(ctx.db, ctx.account.id);
    await makeRoom(ctx.db, ctx.account.id, ctx.now());
    const tokens = newTokens();
    const session = { id: newId('ses'), account: ctx.account, label: label.trim(), at: ctx.now() };
    ctx.audit('extension_session.minted', { account_id: ctx.account.account_id, session_id: session.id });
    return tokensOnWire(await insertSession(ctx.db, session, tokens), tokens);
  },
});
