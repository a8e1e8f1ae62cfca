const isFull = /No space left on device|Disk quota exceeded/;

/** Why a program of PostgreSQL failed in a folder: one sentence if its disk is full, else what the program printed. */
export const programFailure = (what: string, folder: string, output: string): Error =>
  new Error(
    isFull.test(output)
      ? `The disk of ${folder} is full. Free some space, or set DATA_DIR to a folder on another disk.`
      : `${what} in ${folder}: ${output}`.trim(),
  );
