import { sample } from '#test/samples/sample.ts';

export default sample({
  prepare: ({ newAddress }) => ({ ip: newAddress() }),
});
