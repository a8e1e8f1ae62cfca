import type { Context } from '#core/context.ts';
import { isLocked } from '#domains/identity/index.ts';
import { secretHashOf } from '#values/secret-text.ts';

export const linkPrefix = 'cty_console_';

/** The stored hash. Null for a text that can't be a link's token. */
export const linkHashOf = (text: string): string | null => secretHashOf(linkPrefix, text);

/** Whether a lock stops the address that a session or a link is for, or the operator whose link it is. */
export async function isOperatorLocked(
  { ports, now }: Pick<Context, 'ports' | 'now'>,
  { email, linkFrom }: { email: string; linkFrom: string | null },
): Promise<boolean> {
  const addresses = linkFrom === null ? [email] : [email, linkFrom];
  const locked = await Promise.all(addresses.map((each) => isLocked(ports, now, { email: each, ip: '' })));
  return locked.includes(true);
}
