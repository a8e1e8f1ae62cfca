import { needsA } from './needs.ts';

/** Files for the browser share one. */
const browserSize = 4;
/** Starting a process costs as much as two average files. */
const groupSize = { min: 8, max: 40 };

/**
 * Which files share a process, in turn. Slow files go first, each alone. The groups of the others get smaller, so that all
 * processes end at about the same time. None may depend on what another left behind: `TEST_REVERSED=1` puts those after it that
 * were before, and `TEST_ALONE=1` gives every file its own process.
 */
export function groupsOf(ordered: string[], processes: number): string[][] {
  const files = process.env.TEST_REVERSED ? ordered.toReversed() : ordered;
  const browsing = files.filter(needsA('browser'));
  const slow = files.filter(needsA('slow'));
  const others = files.filter((file) => !browsing.includes(file) && !slow.includes(file));
  if (process.env.TEST_ALONE) return inGroups([...browsing, ...slow, ...others], 1);
  return [...inGroups(browsing, browserSize), ...inGroups(slow, 1), ...shrinking(spread(others), processes)];
}

function inGroups(files: string[], size: number): string[][] {
  const count = Math.ceil(files.length / size);
  return Array.from({ length: count }, (_, at) => files.slice(at * size, (at + 1) * size));
}

function shrinking(files: string[], processes: number): string[][] {
  const groups: string[][] = [];
  for (let at = 0; at < files.length; at += groups.at(-1)!.length) {
    const share = Math.ceil((files.length - at) / (2 * processes));
    groups.push(files.slice(at, at + Math.max(groupSize.min, Math.min(groupSize.max, share))));
  }
  return groups;
}

/** Moves neighbours apart, so that no group has all long files of a folder. */
function spread(files: string[]): string[] {
  const strides = Math.ceil(files.length / groupSize.max);
  return Array.from({ length: strides }, (_, first) =>
    files.filter((_file, at) => at % strides === first),
  ).flat();
}
