import Type from 'typebox';
import { internal } from '#core/door.ts';
import { newId } from '#core/ids.ts';
import { operation } from '#core/operation.ts';
import { optionalText } from '#core/shapes.ts';
import { readEmail } from '#domains/accounts/index.ts';
import { accountOfSignIn, isLocked, signInMembers, trackBrowser } from '#domains/identity/index.ts';
import { noteBrowser } from './new-browser.ts';
import { sessionEnd } from './rules.ts';
import { browserMembers, TokenHash, tokenHashForm, WebSession } from './shapes.ts';
import { replaceSession } from './sql.ts';

export const openWebSession = operation({
  id: 'sign-in.open-web-session',
  summary: 'Open a session of the customers’ pages',
  description:
    'For a person whom the identity provider has just authenticated. The account is the one that claimed the sign-in, or else ' +
    'the one with this email if it has claimed none yet, which it then does. Without such an account, vet and register the person first.',
  kind: 'process',
  doors: [internal('POST', '/internal/sign-in/sessions')],
  idempotency: 'none',
  input: Type.Object({
    token_hash: TokenHash,
    ...signInMembers,
    name: optionalText(200, 'As the identity provider writes it.'),
    ...browserMembers,
    browser_hash: Type.Optional(
      Type.String({
        pattern: tokenHashForm,
        description:
          'SHA-256 of a random token in a long-lived cookie of the browser, in hexadecimal. If the account was used with other browsers before and not ' +
          'with this one, it gets a mail. Without it, none is sent.',
      }),
    ),
  }),
  example: {
    token_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    name: 'Asha Example',
    email: 'asha@asha.example.com',
    provider: 'google',
    provider_user_id: 'asha',
    ip: '203.0.113.9',
    user_agent: 'Mozilla/5.0',
  },
  output: WebSession,
  errors: ['not_found', 'account_locked', 'session_elsewhere'],

  async run(ctx, { token_hash: hash, browser_hash, ip, user_agent, ...person }) {
    const { provider, provider_user_id } = person;
    const email = readEmail(['email'], person.email);
    if (await isLocked(ctx.ports, ctx.now, { ...person, email, ip })) return ctx.fail('account_locked');

    const account = await ctx.phase(({ db, afterCommit }) =>
      accountOfSignIn({ db, afterCommit }, ctx.ports, { email, provider, provider_user_id }),
    );
    if (!account) return ctx.fail('not_found', { detail: 'No account has registered with this sign-in.' });
    const browser = { account_id: account.account_id, session_id: newId('ses'), ip, user_agent };
    const state = await trackBrowser(ctx, browser);
    if (state === 'elsewhere') return ctx.fail('session_elsewhere');

    const created_at = ctx.now();
    const shown = {
      id: browser.session_id,
      email,
      name: person.name.trim() || null,
      expires_at: sessionEnd(created_at, created_at),
    };
    const kept = { ...shown, account: account.id, provider, provider_user_id, created_at };
    await ctx.phase(async (phase) => {
      await replaceSession(phase.db, hash, kept);
      if (browser_hash === undefined) return;
      const signedIn = { account: account.id, browser_hash, ip, user_agent };
      await noteBrowser({ ...phase, ports: ctx.ports, now: ctx.now }, signedIn);
    });
    return { ...shown, account_id: account.account_id };
  },
});
