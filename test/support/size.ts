/** Of a heavy proof: small in `npm test`, whole in `npm run test:full`. The cases are of the same kinds. */
export const sizeOf = ({ small, whole }: { small: number; whole: number }): number =>
  process.env.TEST_FULL ? whole : small;
