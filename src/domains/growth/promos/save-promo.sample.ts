import { sample } from '#test/samples/sample.ts';

export default sample({
  prepare: ({ newName }) => ({ code: newName('DIWALI') }),
  another: { credits: 60 },
});
