/** Big enough that starting a process hardly counts, small enough that all cores have work until the end. */
const groupSize = 20;
/** Files for the browser share one. */
const browserSize = 4;

/**
 * Which files share a process, in turn: the slow ones first, each alone. `TEST_ALONE=1` gives every file its own, so that none
 * can live on what another left behind.
 */
export function groupsOf(files: string[]): string[][] {
  const [browsing, rest] = partition(files, (file) => file.endsWith('.browser.test.ts'));
  const [slow, others] = partition(rest, (file) => file.endsWith('.slow.test.ts'));
  return [
    ...inGroups(browsing, browserSize),
    ...inGroups(slow, 1),
    ...inGroups(dealt(others, groupSize), groupSize),
  ];
}

const partition = (files: string[], is: (file: string) => boolean): [string[], string[]] => [
  files.filter(is),
  files.filter((file) => !is(file)),
];

function inGroups(files: string[], size: number): string[][] {
  const step = process.env.TEST_ALONE ? 1 : size;
  const count = Math.ceil(files.length / step);
  return Array.from({ length: count }, (_, at) => files.slice(at * step, (at + 1) * step));
}

/** In the order in which groups of this size have neighbours apart, so that a folder of long files is no long group. */
function dealt(files: string[], size: number): string[] {
  const count = Math.ceil(files.length / size);
  return files.toSorted((one, other) => (files.indexOf(one) % count) - (files.indexOf(other) % count));
}
