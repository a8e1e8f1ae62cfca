import { sample } from '#test/samples/sample.ts';

export default sample({
  refusals: { not_found: { headers: { authorization: 'Bearer cty_live_key' } } },
});
