/** Big enough that starting a process hardly counts, small enough that all cores have work until the end. */
const groupSize = 20;

/**
 * Which files share a process, in turn. `TEST_ALONE=1` gives each one its own, so that none can live on what another left
 * behind.
 */
export function groupsOf(files: string[]): string[][] {
  const size = process.env.TEST_ALONE ? 1 : groupSize;
  const alone = files.filter(needsOwnProcess);
  const together = files.filter((file) => !needsOwnProcess(file));
  const groups = alone.map((file) => [file]);
  for (let start = 0; start < together.length; start += size) {
    groups.push(together.slice(start, start + size));
  }
  return groups;
}

/** What a browser leaves open keeps a process alive that other files share. */
const needsOwnProcess = (file: string) => file.includes('test/browser/');
