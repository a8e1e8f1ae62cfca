/**
 * fast-check with the same cases on every run, so that a failure is caused by the change. `TEST_SEED=random npm test` tries new
 * cases. A failure prints its seed, and `TEST_SEED=<number>` repeats it.
 */
import fc from 'fast-check';

const wanted = process.env.TEST_SEED ?? '1';
if (wanted !== 'random') {
  const seed = Number(wanted);
  if (!Number.isInteger(seed))
    throw new Error(`TEST_SEED must be a whole number or 'random', not '${wanted}'.`);
  fc.configureGlobal({ seed });
}

export { fc };
