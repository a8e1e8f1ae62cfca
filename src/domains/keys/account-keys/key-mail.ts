import type { Context } from '#core/context.ts';
import { mailAccount, said } from '#domains/mails/index.ts';
import type { Key } from '../rules.ts';

/** Says to the account's email that a key was made on the pages, so that a stranger's doesn't go unnoticed. The key itself isn't in it. */
export async function mailNewKey(
  ctx: Pick<Context, 'db' | 'enqueue' | 'ports' | 'now'>,
  { account, prefix, name, mode }: Pick<Key, 'account' | 'prefix' | 'name' | 'mode'>,
): Promise<void> {
  const link = `${ctx.ports.publicUrl()}/app/keys`;
  const shown = said(name ?? '');
  await mailAccount(ctx, {
    account,
    type: 'security',
    draft: {
      template: 'key_created',
      values: { key_prefix: prefix, key_name: shown, mode, keys_url: link },
      subject: 'A new API key for your account',
      blocks: [
        'An API key was created for your account:',
        {
          facts: [...(shown ? [['Name', shown] as const] : []), ['Begins with', prefix], ['Mode', mode]],
        },
        'If you did not create it, revoke it here and contact us at once:',
        { link, label: 'Your API keys' },
      ],
    },
  });
}
