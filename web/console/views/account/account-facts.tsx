import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { Ago } from '#web/shared/values/ago.tsx';
import { Badge } from '#web/shared/values/badge.tsx';
import { Count } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { KeyBadge } from './keys/key-badge.tsx';
import type { Account } from './part-props.ts';

export function AccountFacts({ of: account }: { of: Account }) {
  const {
    name,
    email,
    other_emails: others,
    locked,
    closed_at,
    balance,
    plan_ids,
    rate_limit_per_min: rate,
    key,
    whatsapp,
  } = account;
  return (
    <Card>
      <div class="side-by-side">
        <Facts
          of={[
            ['Account', account.account_id],
            ['Name', name],
            ['Email', email],
            others.length > 0 && ['Other emails', others.join(', ')],
            ['WhatsApp', whatsapp && <WhatsApp {...whatsapp} />],
            ['Created', <Time key="created" at={account.created_at} />],
            closed_at !== null && ['Closed', <Time key="closed" at={closed_at} />],
            ['Last lookup', <Ago key="last" at={account.last_call_at} />],
          ]}
        />
        <Facts
          of={[
            ['Access', <Access key="access" isClosed={closed_at !== null} isLocked={locked} />],
            ['Credits', <Count key="credits" of={balance} />],
            ['Plan', plan_ids.join(', ')],
            ['Request rate', rate === null ? 'From its plan or key' : `${rate} per minute, its own`],
            ['Key', key && <KeyWords {...key} />],
          ]}
        />
      </div>
    </Card>
  );
}

function Access({ isClosed, isLocked }: { isClosed: boolean; isLocked: boolean }) {
  if (isClosed) return <Badge>Closed</Badge>;
  return isLocked ? <Badge tone="bad">Locked</Badge> : <Badge tone="good">Not locked</Badge>;
}

function WhatsApp({ number, verified_at }: NonNullable<Account['whatsapp']>) {
  return (
    <span class="row">
      {number} {verified_at ? <Badge tone="good">Verified</Badge> : <Badge tone="warn">Not verified</Badge>}
    </span>
  );
}

function KeyWords({ prefix, status }: NonNullable<Account['key']>) {
  return (
    <>
      <code>{prefix}</code> <KeyBadge status={status} />
    </>
  );
}
