import Type from 'typebox';
import { internal, key } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { lockAccount } from '#domains/accounts/index.ts';
import { rotateSecret as rotate } from './secrets.ts';
import { secretOnWire, WebhookSecret } from './shapes.ts';

export const rotateSecret = operation({
  id: 'webhooks.rotate-secret',
  summary: 'Replace the secret that signs webhooks',
  description:
    'Shows the new secret. For 24 hours messages are signed with both, so that you can change it on your servers without losing one.',
  kind: 'command',
  doors: [
    key('POST', '/api/v1/webhooks/secret/rotation'),
    internal('POST', '/internal/webhooks/{account_id}/secret/rotation'),
  ],
  account: 'required',
  input: Type.Object({}),
  output: WebhookSecret,
  errors: [],
  secretAnswer: true,

  async run(ctx) {
    await lockAccount(ctx.db, ctx.account.id);
    const secret = await rotate(ctx.db, ctx.account.id, ctx.now());
    ctx.audit('webhooks.secret_rotated', { account_id: ctx.account.accountId });
    return secretOnWire(ctx.ports.suppressionPepper, secret);
  },
});
