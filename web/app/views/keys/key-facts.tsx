import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { Ago } from '#web/shared/values/ago.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { EditAddresses, EditName, EditRate } from './edit-key.tsx';
import type { Key } from './key.ts';
import { KeyState } from './key-state.tsx';
import { KeyTrouble } from './key-trouble.tsx';

interface KeyFactsProps {
  of: Key;
  onChange: () => Promise<void>;
}

export function KeyFacts({ of: key, onChange }: KeyFactsProps) {
  const { id, prefix, mode, last_used_at: used, created_at, expires_at } = key;
  return (
    <Card title="Details" actions={<a href={`/app/requests?key_id=${id}`}>Its requests</a>}>
      <KeyTrouble of={key} />
      <Facts
        of={[
          ['State', <KeyState of={key} />],
          ['Name', <EditName of={key} onChange={onChange} />],
          ['Key', <code>{prefix}…</code>],
          ['Mode', mode === 'test' ? 'Test: fictional people, spends nothing' : 'Live'],
          ['Allowed addresses', <EditAddresses of={key} onChange={onChange} />],
          ['Last used', used ? <Ago at={used} /> : 'Not used yet, or within the last minute'],
          ['Rate limit', <EditRate of={key} onChange={onChange} />],
          ['Created', <Time at={created_at} />],
          ['Expires', expires_at ? <Time at={expires_at} /> : 'Never'],
        ]}
      />
    </Card>
  );
}
