import type { Context } from '#core/context.ts';
import { lockOnOpened } from '#domains/identity/index.ts';
import { newSecretText, secretHashOf } from '#values/secret-text.ts';
import { tokenHashForm } from '../shapes.ts';
import { type OperatorSessionRow, operatorSessionByHash } from './sql.ts';

const linkPrefix = 'cty_console_';

export const newLink = () => newSecretText(linkPrefix);

/** The stored hash. Null for a text that can't be a link's token. */
export const linkHashOf = (text: string): string | null => secretHashOf(linkPrefix, text);

const tokenHash = new RegExp(tokenHashForm);

/** The session of the console that asks, as the pages' server reports. Null for a caller with the admin secret, undefined once it ended. */
export async function askingSession({
  request,
  db,
  now,
}: Pick<Context, 'request' | 'db' | 'now'>): Promise<OperatorSessionRow | undefined | null> {
  const hash = request.headers['x-console-session'];
  if (hash === undefined) return null;
  return tokenHash.test(hash) ? operatorSessionByHash(db, hash, now()) : undefined;
}

/** The operator who asks for a link. Null for a caller with the admin secret. */
export async function makerOf(ctx: Context<'operator_link_refused'>): Promise<string | null> {
  const session = await askingSession(ctx);
  if (session === null) return null;
  if (!session || session.by_link) return ctx.fail('operator_link_refused');
  return session.email;
}

/**
 * Whether a lock on its address, or on the operator who made the link, stops a session or a link. `ended`: a lock that is over by
 * now has ended it.
 */
export async function lockOnPass(
  { ports, now }: Pick<Context, 'ports' | 'now'>,
  {
    email,
    link_from: maker,
    created_at: openedAt,
  }: Pick<OperatorSessionRow, 'email' | 'link_from' | 'created_at'>,
): Promise<'locked' | 'ended' | null> {
  const addresses = maker === null ? [email] : [email, maker];
  const locks = await Promise.all(
    addresses.map((each) => lockOnOpened(ports, now, { principal: { email: each, ip: '' }, openedAt })),
  );
  return locks.find((lock) => lock === 'locked') ?? locks.find((lock) => lock !== null) ?? null;
}
