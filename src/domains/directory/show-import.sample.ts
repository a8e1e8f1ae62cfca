import { sample } from '#test/samples/sample.ts';
import { importRows } from '#test/support/kit.ts';

export default sample({
  prepare: async ({ service }) => ({
    import_id: (await importRows(service, 'profile_url,email\ngithub.com/asha-example,asha@example.com\n'))
      .id,
  }),
  refusals: { not_found: { input: { import_id: 'imp_0000000000000000000000' } } },
});
