import { sample } from '#test/samples/sample.ts';
import { codeForSomebody, refusedTries } from '#test/support/promos.ts';

export default sample({
  prepare: (world) => codeForSomebody(world),
  refusals: refusedTries,
});
