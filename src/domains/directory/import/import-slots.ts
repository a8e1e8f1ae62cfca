import { failWith } from '#core/failure.ts';

const fail = failWith(['overloaded']);

/** Each import keeps a database connection for itself: lookups must find others free. */
const slots = 2;
let slotsTaken = 0;

/** Does the work unless as much is under way already: then 503 `overloaded`. */
export async function withSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (slotsTaken >= slots) {
    fail('overloaded', {
      detail: `${slots} imports are under way in this process; send this one when one has ended.`,
    });
  }
  slotsTaken += 1;
  try {
    return await work();
  } finally {
    slotsTaken -= 1;
  }
}
