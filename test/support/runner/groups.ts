import { join, relative, sep } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/**
 * Big enough that starting a process hardly counts, small enough that all cores have work until the end. Neighbours go to
 * different groups, so that a folder of long files is no long group.
 */
const groupSize = 20;
/** What spans domains takes long by itself: it goes first, and fewer of it together. */
const spanningSize = 3;
/** What needs a browser takes longest, and shares one. */
const browserSize = 4;

/**
 * Which files share a process, in turn. `TEST_ALONE=1` gives each one its own, so that none can live on what another left
 * behind.
 */
export function groupsOf(files: string[]): string[][] {
  const browsing = files.filter((file) => foldersOf(file)[1] === 'browser');
  const spanning = files.filter((file) => !browsing.includes(file) && foldersOf(file)[0] === 'test');
  const others = files.filter((file) => !browsing.includes(file) && !spanning.includes(file));
  return [
    ...inGroups(browsing, browserSize),
    ...inGroups(spanning, spanningSize),
    ...inGroups(dealt(others, groupSize), groupSize),
  ];
}

function inGroups(files: string[], size: number): string[][] {
  const step = process.env.TEST_ALONE ? 1 : size;
  const count = Math.ceil(files.length / step);
  return Array.from({ length: count }, (_, at) => files.slice(at * step, (at + 1) * step));
}

/** In the order in which groups of this size have neighbours apart. */
function dealt(files: string[], size: number): string[] {
  const count = Math.ceil(files.length / size);
  return files.toSorted((one, other) => (files.indexOf(one) % count) - (files.indexOf(other) % count));
}

const foldersOf = (file: string): string[] => relative(root, file).split(sep);
