import { addressOf } from '#web/console/parts/account-address.ts';
import { Card } from '#web/shared/layout/card.tsx';
import type { OneAccount, PartProps } from './part-props.ts';

type Trouble = OneAccount['troubles'][number];

/** The part of the page on which an operator sees to it. */
const parts: Partial<Record<Trouble['kind'], string>> = {
  locked: 'access',
  key_banned: 'keys',
  no_key: 'keys',
  no_credits: 'credits',
};

/** The troubles of the account right now, in sentences. Nothing while all is well. */
export function Troubles({ account: { account_id }, more: { troubles } }: PartProps) {
  if (troubles.length === 0) return null;
  return (
    <Card title="Right now">
      <ul>
        {troubles.map((trouble, at) => (
          <li key={at}>
            {trouble.what} <See of={trouble} accountId={account_id} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function See({ of: { kind, purchase }, accountId }: { of: Trouble; accountId: string }) {
  if (purchase) return <a href={`/console/payments/${encodeURIComponent(purchase)}`}>See the purchase</a>;
  const part = parts[kind];
  return part ? <a href={addressOf(accountId, part)}>See to it</a> : null;
}
