import { createHmac } from 'node:crypto';
import type { Context, Db } from '#core/context.ts';
import { rowOf } from '#core/database/statement.ts';
import { type Draft, mailAccount } from '#domains/mails/index.ts';
import { browserWords } from './browser-words.ts';

interface SignedIn {
  account: number;
  /** The hash of the token in the browser's cookie. */
  browser_hash: string;
  ip: string;
  user_agent: string;
}

/** Remembers the browser of a sign-in, and mails the account if it is new and not the account's first one. */
export async function noteBrowser(
  ctx: Pick<Context, 'db' | 'enqueue' | 'ports' | 'now'>,
  { account, browser_hash, ip, user_agent }: SignedIn,
): Promise<void> {
  const browser = createHmac('sha256', ctx.ports.suppressionPepper)
    .update(`browser:${account}:${browser_hash}`)
    .digest();
  const { is_new, has_others } = await keepBrowser(ctx.db, account, browser, ctx.now());
  if (!is_new || !has_others) return;
  const facts = { at: ctx.now(), ip, browser: browserWords(user_agent) };
  const draft = newSignInMail(facts, ctx.ports.publicUrl());
  await mailAccount(ctx, { account, type: 'security', about: `browser ${browser.toString('hex')}`, draft });
}

const keepBrowser = (db: Db, account: number, browser: Buffer, now: Date) =>
  rowOf<{ is_new: boolean; has_others: boolean }>(db)`
    with before as (select browser from web_browser where account = ${account})
    insert into web_browser as known (account, browser, first_seen_at, last_seen_at)
    values (${account}, ${browser}, ${now}, ${now})
    on conflict (account, browser) do update set last_seen_at = excluded.last_seen_at
    returning not exists (select from before where before.browser = known.browser) as is_new, exists (select from before) as has_others`;

const timeText = (at: Date): string =>
  `${at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

function newSignInMail(
  { at, ip, browser }: { at: Date; ip: string; browser: string },
  publicUrl: string,
): Draft {
  const link = `${publicUrl}/app/keys`;
  return {
    template: 'sign_in_new',
    values: { signed_in_at: at.toISOString(), ip, browser, keys_url: link },
    subject: 'New sign-in to your account',
    blocks: [
      'Your account was used from a browser that it was not used from before:',
      {
        facts: [
          ['Time', timeText(at)],
          ['Browser', browser],
          ['IP address', ip],
        ],
      },
      'If it was you, there is nothing to do. If not, change your password where you sign in, contact us at once, and check your API keys:',
      { link, label: 'Your API keys' },
    ],
  };
}
