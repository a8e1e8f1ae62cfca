import { changesBetween, isNothing } from './changes.ts';
import './difference.css';
import { nameWithoutUnit, Value } from './value.tsx';
import { worded } from './words.ts';

/** What changed, member by member: what it was, struck out, and what it became. */
export function Difference({ before, after }: { before: unknown; after: unknown }) {
  const changes = changesBetween(before, after);
  if (changes.length === 0) return null;
  return (
    <dl class="difference">
      {changes.map(({ name, before: was, after: is }) => (
        <div key={name}>
          {name && <dt>{worded(nameWithoutUnit(name))}</dt>}
          {!isNothing(was) && (
            <dd>
              <del>
                <span class="unseen">was </span>
                <Value name={name} of={was} />
              </del>
            </dd>
          )}
          {!isNothing(is) && (
            <dd>
              <ins>
                <span class="unseen">is </span>
                <Value name={name} of={is} />
              </ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
