import type { Context } from '#core/context.ts';
import { isLocked } from '#domains/identity/index.ts';
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

/** Whether a lock stops the address that a session or a link is for, or the operator whose link it is. */
export async function isOperatorLocked(
  { ports, now }: Pick<Context, 'ports' | 'now'>,
  { email, linkFrom }: { email: string; linkFrom: string | null },
): Promise<boolean> {
  const addresses = linkFrom === null ? [email] : [email, linkFrom];
  const locked = await Promise.all(addresses.map((each) => isLocked(ports, now, { email: each, ip: '' })));
  return locked.includes(true);
}
