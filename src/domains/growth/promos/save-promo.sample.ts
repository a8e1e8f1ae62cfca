import { sample } from '#test/samples/sample.ts';

export default sample({
  input: { code: 'DIWALI50', credits: 50, valid_days: 30, max_uses: 100 },
  prepare: ({ newName }) => ({ code: newName('DIWALI') }),
  another: { credits: 60 },
});
