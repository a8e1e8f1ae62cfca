/** The size of a heavy proof: small in `npm test`, whole in `npm run test:full`. The kinds of cases are the same. */
export const sizeOf = ({ small, whole }: { small: number; whole: number }): number =>
  process.env.TEST_FULL ? whole : small;
