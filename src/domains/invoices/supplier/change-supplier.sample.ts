import { sample } from '#test/samples/sample.ts';

let changes = 0;

export default sample({
  prepare: async () => ({ name: `Example Contacts ${++changes}`, gstin: '29ABCDE1234F1ZW', sac: '998431' }),
  another: { name: 'Another Example LLP' },
});
