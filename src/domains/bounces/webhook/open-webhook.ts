import Type from 'typebox';
import { dashboard, liveKey } from '#core/door.ts';
import { digestId, randomBase62 } from '#core/ids.ts';
import { operation } from '#core/operation.ts';
import { saveWebhook } from '../sql.ts';

export const openWebhook = operation({
  id: 'bounces.open-webhook',
  summary: 'Get an address for the bounces of your mail service',
  description:
    'Give it to Amazon SES (as an HTTPS subscription of its SNS topic), Postmark or Mailgun. Hard bounces are reported then. The address is a secret, and ' +
    'is shown once. Calling this again replaces it.',
  kind: 'command',
  doors: [liveKey('POST', '/api/v1/bounces/webhook'), dashboard('POST', '/internal/bounces/webhook')],
  account: 'required',
  idempotency: 'none',
  input: Type.Object({
    mailgun_signing_key: Type.Optional(
      Type.String({
        minLength: 8,
        maxLength: 200,
        description:
          'The HTTP webhook signing key of your Mailgun account. Events of Mailgun are refused without it.',
      }),
    ),
  }),
  example: {},
  output: Type.Object({ url: Type.String({ description: 'The address. Keep it secret.' }) }),
  errors: [],

  async run(ctx, { mailgun_signing_key }) {
    const token = randomBase62(40);
    await saveWebhook(ctx.db, ctx.account.id, digestId('bounce webhook', token), mailgun_signing_key ?? null);
    return { url: `${ctx.ports.publicUrl()}/api/v1/bounces/webhook/${token}` };
  },
});
