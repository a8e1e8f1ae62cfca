import { addressOf } from '#web/console/parts/account-address.ts';
import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import type { Preview } from './closing-part.tsx';

interface BlocksProps {
  of: Preview['blocks'];
  accountId: string;
  reload: () => Promise<void>;
}

/** Each reason why the account can't be closed yet, with a way to end it where there is one. */
export function Blocks({ of, accountId, reload }: BlocksProps) {
  const cancel = async ({ reason }: { reason: string }) => {
    await api.call('POST /api/v1/admin/accounts/{account_id}/subscription/cancellation', {
      path: { account_id: accountId },
      body: { reason },
    });
    notify('The subscription is cancelled.');
    await reload();
  };
  return (
    <Card title="Before it can be closed">
      <ul aria-label="To do first">
        {of.map(({ kind, what }) => (
          <li key={what}>
            {what}{' '}
            {kind === 'contract_in_force' && <a href={addressOf(accountId, 'access')}>See the contract</a>}
            {kind === 'subscription_renews' && (
              <Action
                label="Cancel the subscription"
                isDanger
                run={cancel}
                confirm={{
                  title: 'Cancel the subscription?',
                  text: 'It is not charged again. The same as a cancellation by the customer.',
                  act: 'Cancel the subscription',
                  keep: 'Keep it',
                  needsReason: true,
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
