import { Action } from '../../../shared/action.tsx';
import { api } from '../../../shared/api.ts';
import { Card } from '../../../shared/card.tsx';
import { Facts } from '../../../shared/facts.tsx';
import { notify } from '../../../shared/notify.ts';
import { Time } from '../../../shared/time.tsx';
import type { PartProps } from './account.ts';

/** The number, which only an operator can unbind. */
export function WhatsAppNumber({ account: { account_id, whatsapp }, reload }: PartProps) {
  const unbind = async ({ reason }: { reason: string }) => {
    await api.call('POST /api/v1/admin/whatsapp/unbind', { body: { account_id, reason } });
    notify('The number was unbound.');
    await reload();
  };
  return (
    <Card title="WhatsApp">
      {whatsapp ? (
        <>
          <Facts
            of={[
              ['Number', whatsapp.number],
              ['Verified', whatsapp.verified_at ? <Time at={whatsapp.verified_at} /> : 'Not yet'],
            ]}
          />
          <Action
            label="Unbind the number"
            isDanger
            run={unbind}
            confirm={{
              title: 'Unbind this number?',
              text: `${whatsapp.number} can then be verified by any account. This account has none then, and must verify one before it can buy if you require a number.`,
              act: 'Unbind the number',
              needsReason: true,
            }}
          />
        </>
      ) : (
        <p class="faint">It has no number.</p>
      )}
      <a href={`/console/messages?account_id=${encodeURIComponent(account_id)}`}>Messages to it</a>
    </Card>
  );
}
