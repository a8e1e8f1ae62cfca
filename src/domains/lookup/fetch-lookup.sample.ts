import { sample } from '#test/samples/sample.ts';
import { find } from '#test/support/kit.ts';

export default sample({
  async prepare({ service, customer }) {
    return { lookup_id: (await find(service, customer, 'github.com/asha-example')).json().id };
  },
  refusals: { not_found: { input: { lookup_id: 'lkp_00000000000000000000000000000000' } } },
});
