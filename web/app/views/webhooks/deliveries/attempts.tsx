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

type Attempt = Delivery['attempts'][number];

/** The status that the server answered, or why there is none. */
export const outcomeOf = ({ status_code, failure, duration_ms }: Attempt): string =>
  `${status_code ?? failures[failure ?? ''] ?? failure} after ${countOf(duration_ms)} ms`;

/** Every attempt to deliver a message. */
export function Attempts({ of }: { of: Attempt[] }) {
  if (of.length === 0) return <>None yet</>;
  return (
    <details>
      <summary>{of.length}</summary>
      <ol class="attempts">
        {of.map((attempt) => (
          <li key={attempt.number}>
            <Time at={attempt.at} />: {outcomeOf(attempt)}
          </li>
        ))}
      </ol>
    </details>
  );
}
