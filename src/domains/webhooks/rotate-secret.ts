import Type from 'typebox';
import { hourMs } from '#core/clock.ts';
import { dashboard, liveKey } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { lockAccount } from '#domains/accounts/index.ts';
import { OverlapHours, rotateSecret as rotate, showSecret, WebhookSecret } from './secrets.ts';

export const rotateSecret = operation({
  id: 'webhooks.rotate-secret',
  summary: 'Replace the secret that signs webhooks',
  description:
    'Shows the new secret. For `overlap_hours` messages are signed with both, so that you can change it on your servers without losing one.',
  kind: 'command',
  doors: [
    liveKey('POST', '/api/v1/webhooks/secret/rotation'),
    dashboard('POST', '/internal/webhooks/{account_id}/secret/rotation'),
  ],
  account: 'required',
  input: Type.Object({
    overlap_hours: OverlapHours,
  }),
  example: { overlap_hours: 24 },
  output: WebhookSecret,
  errors: [],
  secretAnswer: true,

  async run(ctx, { overlap_hours }) {
    await lockAccount(ctx.db, ctx.account.id);
    await rotate(ctx.db, ctx.account.id, ctx.now(), overlap_hours * hourMs);
    ctx.audit('webhooks.secret_rotated', { account_id: ctx.account.account_id, overlap_hours });
    return showSecret(ctx.db, ctx.ports.suppressionPepper, ctx.account.id, ctx.now());
  },
});
