import { sample } from '#test/samples/sample.ts';
import { find } from '#test/support/kit.ts';

export default sample({
  input: { lookup_id: 'lkp_0f0c6d2c1d6f4d0e9a55b0f2f7f8f3a1' },
  async prepare({ service, customer }) {
    return { lookup_id: (await find(service, customer, 'github.com/asha-example')).json().id };
  },
  refusals: { not_found: { input: { lookup_id: 'lkp_00000000000000000000000000000000' } } },
});
