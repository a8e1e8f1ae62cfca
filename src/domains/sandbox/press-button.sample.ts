import { sample } from '#test/samples/sample.ts';
import shown from './show-payment-page.sample.ts';

export default sample({
  prepare: shown.prepare!,
  refusals: {
    not_found: { input: { reference: 'order_unknown' } },
    sandbox_act_impossible: { input: { act: 'renew' } },
  },
});
