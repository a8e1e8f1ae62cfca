export interface Change {
  name: string;
  before: unknown;
  after: unknown;
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
export const isNothing = (value: unknown) => value === null || value === undefined || value === '';
const isSame = (one: unknown, other: unknown) =>
  (isNothing(one) && isNothing(other)) || JSON.stringify(one) === JSON.stringify(other);
