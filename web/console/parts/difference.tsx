import './difference.css';
import { nameWithoutUnit, Value } from './value.tsx';
import { worded } from './words.ts';

interface Change {
  name: string;
  before: unknown;
  after: unknown;
}

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

/** Members that are not the same. Values that have no members are one change without a name. */
export function changesBetween(before: unknown, after: unknown): Change[] {
  if (!hasMembers(before) && !hasMembers(after))
    return isSame(before, after) ? [] : [{ name: '', before, after }];
  const [was, is] = [membersOf(before), membersOf(after)];
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names]
    .filter((name) => !isSame(was[name], is[name]))
    .map((name) => ({ name, before: was[name], after: is[name] }));
}

const hasMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const membersOf = (value: unknown): Record<string, unknown> => (hasMembers(value) ? value : {});
const isNothing = (value: unknown) => value === null || value === undefined;
const isSame = (one: unknown, other: unknown) =>
  (isNothing(one) && isNothing(other)) || JSON.stringify(one) === JSON.stringify(other);
