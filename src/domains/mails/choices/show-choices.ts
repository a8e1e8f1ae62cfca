import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { choicesOf, MailChoices } from './choices.ts';

export const showChoices = operation({
  id: 'mails.show-choices',
  summary: 'List the types of mail that an account gets',
  kind: 'query',
  doors: [dashboard('GET', '/internal/mails/{account_id}')],
  account: 'required',
  example: { account_id: 'acme-42' },
  output: MailChoices,

  run: (ctx) => choicesOf(ctx),
});
