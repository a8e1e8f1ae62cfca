import Type from 'typebox';
import { dashboard, liveKey } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { showSecret, WebhookSecret } from './secrets.ts';

export const ensureSecret = operation({
  id: 'webhooks.ensure-secret',
  summary: 'Get the secret that signs webhooks, once',
  description:
    'The first call shows the secret, which is made if the account has none. Later calls only return when it was made. If you have lost it, rotate it.',
  kind: 'command',
  doors: [
    liveKey('POST', '/api/v1/webhooks/secret'),
    dashboard('POST', '/internal/webhooks/{account_id}/secret'),
  ],
  account: 'required',
  input: Type.Object({}),
  output: WebhookSecret,
  errors: [],
  idempotency: 'none',
  secretAnswer: true,

  async run(ctx) {
    const shown = await showSecret(ctx.db, ctx.ports.suppressionPepper, ctx.account.id, ctx.now());
    if (shown.secret) ctx.audit('webhooks.secret_shown', { account_id: ctx.account.account_id });
    return shown;
  },
});
