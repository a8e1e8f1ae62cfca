import type { Fault } from './file-row.ts';

/** Rejects with the same reason in the same column. */
export interface RejectGroup extends Fault {
  scope: 'row' | 'value';
  count: number;
  /** The first lines. */
  lines: number[];
}

/** By scope, column and reason. There are few: a file's columns are read as one of some twenty, each with a few reasons. */
export type RejectGroups = Map<string, RejectGroup>;

export const linesPerGroup = 5;

/** The sentence of a group is that of its first reject. */
export function addReject(
  groups: RejectGroups,
  line: number,
  scope: RejectGroup['scope'],
  { column, reason, detail }: Fault,
): void {
  const name = `${scope} ${column ?? ''} ${reason}`;
  const group = groups.get(name) ?? { scope, column, reason, detail, count: 0, lines: [] };
  groups.set(name, group);
  group.count += 1;
  if (group.lines.length < linesPerGroup && group.lines.at(-1) !== line) group.lines.push(line);
}

/** Adds the groups of a later batch. */
export function addGroups(groups: RejectGroups, further: RejectGroups): void {
  for (const [name, { count, lines, ...group }] of further) {
    const known = groups.get(name);
    groups.set(name, {
      ...(known ?? group),
      count: (known?.count ?? 0) + count,
      lines: [...(known?.lines ?? []), ...lines].slice(0, linesPerGroup),
    });
  }
}

/** The most frequent first. */
export const largestFirst = (groups: Iterable<RejectGroup>): RejectGroup[] =>
  [...groups].sort((one, other) => other.count - one.count || one.lines[0]! - other.lines[0]!);
