/**
 * fast-check with the same cases on every run, so that a change fails for what it changed. `TEST_SEED=random npm test`
 * looks for new cases; a failure prints its seed, and `TEST_SEED=<number>` repeats it.
 */
import fc from 'fast-check';

const wanted = process.env.TEST_SEED ?? '1';
if (wanted !== 'random') {
  const seed = Number(wanted);
  if (!Number.isInteger(seed)) throw new Error(`TEST_SEED is a whole number or 'random', not '${wanted}'.`);
  fc.configureGlobal({ seed });
}

export { fc };
