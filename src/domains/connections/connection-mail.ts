import type { Context } from '#core/context.ts';
import { mailAccount, said } from '#domains/mails/index.ts';
import { hostOfRedirect } from './clients/redirect-uris.ts';
import type { CodeRow } from './sql.ts';

/** Says to the account's email that an agent was connected, so that a stranger's doesn't go unnoticed. */
export async function mailNewConnection(
  ctx: Pick<Context, 'db' | 'enqueue' | 'ports' | 'now'>,
  {
    account,
    client_name,
    client_host,
    redirect_uri,
  }: Pick<CodeRow, 'account' | 'client_name' | 'client_host' | 'redirect_uri'>,
): Promise<void> {
  const link = `${ctx.ports.publicUrl()}/app/connect`;
  const name = said(client_name);
  const host = client_host ?? hostOfRedirect(redirect_uri) ?? 'a program on a computer';
  await mailAccount(ctx, {
    account,
    type: 'security',
    draft: {
      template: 'agent_connected',
      values: { agent_name: name, agent_host: host, connections_url: link },
      subject: 'An agent was connected to your account',
      blocks: [
        'An agent may act for your account now:',
        {
          facts: [
            ['Calls itself', name],
            ['From', host],
          ],
        },
        'If you did not connect it, end it here and contact us at once:',
        { link, label: 'Your connections' },
      ],
    },
  });
}
