import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context, Ports } from '#core/context.ts';
import { isOptional, type MailType } from '../account-mails/mail-types.ts';

const signed = ({ suppressionPepper }: Pick<Ports, 'suppressionPepper'>, id: string): string =>
  `${id}-${createHmac('sha256', suppressionPepper).update(`unsubscribe:${id}`).digest('hex').slice(0, 32)}`;

/**
 * Works without a sign-in, as long as the mail's row is kept, and for its type alone. The token is in the path, because mail providers
 * post a body of their own to the address.
 */
export const unsubscribeLink = (
  ports: Pick<Ports, 'publicUrl' | 'suppressionPepper'>,
  { id, type }: { id: string; type: MailType },
): string | null => (isOptional(type) ? `${ports.publicUrl()}/mails/off/${signed(ports, id)}` : null);

/** The account and the type of the mail with this link. 404 for a link that isn't ours. */
export async function mailOfLink(
  ctx: Context<'not_found'>,
  token: string,
): Promise<{ account: number; type: MailType }> {
  const id = token.slice(0, token.lastIndexOf('-'));
  const [given, right] = [Buffer.from(token), Buffer.from(signed(ctx.ports, id))];
  const isOurs = given.length === right.length && timingSafeEqual(given, right);
  const mail = isOurs
    ? await ctx.db
        .selectFrom('account_mail')
        .select(['account', 'type'])
        .where('id', '=', id)
        .executeTakeFirst()
    : null;
  if (!mail?.account || !isOptional(mail.type))
    return ctx.fail('not_found', { detail: 'This link is not one of ours.' });
  return { account: mail.account, type: mail.type };
}
