import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { optionalTypes } from '../account-mails/mail-types.ts';
import { choicesOf, MailChoices } from './choices.ts';
import { switchOff, switchOn, typesOff } from './sql.ts';

export const changeChoice = operation({
  id: 'mails.change-choice',
  summary: 'Switch a type of mail on or off',
  description: 'Mails of the type that wait are not sent.',
  kind: 'command',
  doors: [dashboard('PATCH', '/internal/mails/{account_id}')],
  account: 'required',
  input: Type.Object({
    type: Type.Enum(optionalTypes, { description: 'One that may be switched off.' }),
    on: Type.Boolean({ description: 'Whether such mails are sent.' }),
  }),
  example: { account_id: 'acme-42', type: 'jobs', on: false },
  output: MailChoices,

  async run(ctx, { type, on }) {
    const { id, account_id } = ctx.account;
    const before = { on: !(await typesOff(ctx.db, id)).has(type) };
    if (on) await switchOn(ctx.db, id, type);
    else await switchOff(ctx.db, id, type, ctx.now());
    ctx.audit('mail_choice.changed', { account_id, type, before, after: { on } });
    return choicesOf(ctx);
  },
});
