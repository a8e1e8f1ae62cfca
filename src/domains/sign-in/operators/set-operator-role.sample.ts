import { sample } from '#test/samples/sample.ts';

export default sample({
  prepare: async ({ newName }) => ({ email: `${newName('role')}@operators.example.com`, role: 'support' }),
  another: { role: 'finance' },
});
