import { Time } from '../../../shared/time.tsx';
import type { Delivery } from './deliveries.tsx';

/** Every attempt to deliver a message: when, and what the server answered. */
export function Attempts({ of }: { of: Delivery['attempts'] }) {
  if (of.length === 0) return <>none yet</>;
  return (
    <details>
      <summary>{of.length === 1 ? 'One' : of.length}</summary>
      <ol class="attempts">
        {of.map(({ number, at, status_code, failure, duration_ms }) => (
          <li key={number}>
            <Time at={at} />: {status_code ?? failure?.replaceAll('_', ' ')} after {duration_ms} ms
          </li>
        ))}
      </ol>
    </details>
  );
}
