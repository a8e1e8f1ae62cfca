import { failWith } from '#core/failure.ts';

const fail = failWith(['overloaded']);

/** Each import holds a database connection, and lookups need some that are free. */
const slots = 2;
let slotsTaken = 0;

/** Runs the work if a slot is free. Otherwise fails with 503 `overloaded`. */
export async function withSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (slotsTaken >= slots) {
    fail('overloaded', {
      detail: `This process is already running ${slots} imports. Try again when one has ended.`,
    });
  }
  slotsTaken += 1;
  try {
    return await work();
  } finally {
    slotsTaken -= 1;
  }
}
