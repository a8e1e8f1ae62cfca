import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { Count } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import type { Key } from './current-key.ts';
import { KeyStatus } from './key-status.tsx';

const problems: Partial<Record<Key['status'], string>> = {
  banned:
    'It exceeded its rate limit again and again. Requests with it are refused. Contact support to lift the ban: a new key would be banned, too.',
  expired: 'Requests with it are refused. Replace it.',
  revoked: 'It was revoked. Requests with it are refused. Replace it.',
};

export const KeyFacts = ({ of: key }: { of: Key }) => (
  <Card title="Key in use" actions={<KeyStatus of={key} />}>
    {problems[key.status] && <p>{problems[key.status]}</p>}
    <Facts
      of={[
        ['Begins with', <code>{key.prefix}</code>],
        [
          'Rate limit',
          <>
            <Count of={key.rate_limit_per_min} /> requests per minute
          </>,
        ],
        ['Allowed addresses', key.allowed_ips.length === 0 ? 'Any' : key.allowed_ips.join(', ')],
        ['Created', <Time at={key.created_at} />],
        ['Expires', key.expires_at ? <Time at={key.expires_at} /> : 'Never'],
      ]}
    />
  </Card>
);
