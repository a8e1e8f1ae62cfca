import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { Time } from '#web/shared/values/time.tsx';
import type { PartProps } from './part-props.ts';

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
