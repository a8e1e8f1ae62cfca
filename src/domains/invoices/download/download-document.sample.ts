import { sample } from '#test/samples/sample.ts';
import { givenInvoice } from '#test/support/sales.ts';

export default sample({
  prepare: async ({ service }) => ({ number: (await givenInvoice(service.database.db)).number }),
  refusals: { not_found: { input: { number: 'INV/0001/999999' } } },
});
