import type { Context } from '#core/context.ts';
import { lockOnOpened } from '#domains/identity/index.ts';
import { newSecretText, secretHashOf } from '#values/secret-text.ts';
import { tokenHashForm } from '../shapes.ts';
import { operatorSessionByHash } from './sql.ts';

const linkPrefix = 'cty_console_';

export const newLink = () => newSecretText(linkPrefix);

/** The stored hash. Null for a text that can't be a link's token. */
export const linkHashOf = (text: string): string | null => secretHashOf(linkPrefix, text);

const tokenHash = new RegExp(tokenHashForm);

/** The operator who asks in the console, as the pages' server reports; null for a caller with the admin secret. */
export async function makerOf(ctx: Context<'operator_link_refused'>): Promise<string | null> {
  const hash = ctx.request.headers['x-console-session'];
  if (hash === undefined) return null;
  const session = tokenHash.test(hash) ? await operatorSessionByHash(ctx.db, hash, ctx.now()) : null;
  if (!session || session.link !== null) return ctx.fail('operator_link_refused');
  return session.email;
}

/**
 * Whether a lock stops a session or a link: on its address, or on the operator whose link it is. `ended`: one that is over by now
 * ended it.
 */
export async function lockOnPass(
  { ports, now }: Pick<Context, 'ports' | 'now'>,
  { email, linkFrom, createdAt: openedAt }: { email: string; linkFrom: string | null; createdAt: Date },
): Promise<'locked' | 'ended' | null> {
  const addresses = linkFrom === null ? [email] : [email, linkFrom];
  const locks = await Promise.all(
    addresses.map((each) => lockOnOpened(ports, now, { principal: { email: each, ip: '' }, openedAt })),
  );
  return locks.find((lock) => lock === 'locked') ?? locks.find((lock) => lock !== null) ?? null;
}
