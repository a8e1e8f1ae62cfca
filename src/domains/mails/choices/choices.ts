import Type, { type Static } from 'typebox';
import type { Context } from '#core/context.ts';
import { instantText, orNull, text } from '#core/shapes.ts';
import { accountById } from '#domains/accounts/index.ts';
import { mailTypeNames, mailTypes } from '../account-mails/mail-types.ts';
import { MailSender } from '../ports.ts';
import { stopKey, stopOf } from '../stops/sql.ts';
import { typesOff } from './sql.ts';

const MailChoice = Type.Object({
  type: Type.Enum(mailTypeNames, { description: 'Send it to switch the type.' }),
  title: text('Its name.', 'Jobs'),
  says: text('Its events.', 'A job that you started on the pages has ended or paused.'),
  on: Type.Boolean({ description: 'Whether such mails are sent.' }),
  always: orNull(Type.String(), 'Why it can’t be switched off. Null if it can.'),
});

export const MailChoices = Type.Object({
  email: orNull(Type.String(), 'The address that mails go to. Null: the account has none.'),
  is_sending: Type.Boolean({ description: 'Whether the service can send mails at all.' }),
  stopped_at: orNull(
    instantText('Since when the address gets no mail.'),
    'Since when the address gets no mail, because a mail was refused or came back. Null: it gets mails.',
  ),
  types: Type.Array(MailChoice, { description: 'All types of mail about an account.' }),
});
export type MailChoices = Static<typeof MailChoices>;

export async function choicesOf(ctx: Context): Promise<MailChoices> {
  const { id } = ctx.account;
  const off = await typesOff(ctx.db, id);
  const email = (await accountById(ctx.db, id))?.email ?? null;
  const stop = email === null ? null : await stopOf(ctx.db, stopKey(ctx.ports, email));
  return {
    email,
    is_sending: ctx.ports.use(MailSender) !== null,
    stopped_at: stop?.stopped_at.toISOString() ?? null,
    types: mailTypeNames.map((type) => ({ type, ...mailTypes[type], on: !off.has(type) })),
  };
}
