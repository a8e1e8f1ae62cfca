import { countOf } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import type { Delivery } from './delivery.ts';

const failures: Record<string, string> = {
  timeout: 'no answer',
  network: 'no connection',
  address_refused: 'the address is not on the public Internet',
  too_large: 'the answer was too large',
  undecodable: 'the answer could not be read',
  aborted: 'interrupted',
};

/** Every attempt to deliver a message: when, and what the server answered. */
export function Attempts({ of }: { of: Delivery['attempts'] }) {
  if (of.length === 0) return <>none yet</>;
  return (
    <details>
      <summary>{of.length === 1 ? 'One' : of.length}</summary>
      <ol class="attempts">
        {of.map(({ number, at, status_code, failure, duration_ms }) => (
          <li key={number}>
            <Time at={at} />: {status_code ?? failures[failure ?? ''] ?? failure} after {countOf(duration_ms)}{' '}
            ms
          </li>
        ))}
      </ol>
    </details>
  );
}
