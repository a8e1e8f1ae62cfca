import { sample } from '#test/samples/sample.ts';

export default sample({
  refusals: { not_found: { input: { key_id: 'key_0000000000000000000000' } } },
});
