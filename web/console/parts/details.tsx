import './details.css';
import { nameWithoutUnit, Value } from './value.tsx';
import { worded } from './words.ts';

/** The members of a fact in one line: each name with its value, without empty ones. */
export function Details({ of }: { of: Record<string, unknown> }) {
  const told = Object.entries(of).filter(
    ([, value]) => value !== null && value !== '' && !isEmptyList(value),
  );
  if (told.length === 0) return null;
  return (
    <dl class="details">
      {told.map(([name, value]) => (
        <div key={name}>
          <dt>{worded(nameWithoutUnit(name))}</dt>
          <dd>
            <Value name={name} of={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
