import { sample } from '#test/samples/sample.ts';
import { asOperator } from '#test/support/kit.ts';

export default sample({
  input: { suppression_id: 'sup_0f0c6d2c1d6f4d0e9a55b0f2f7f8f3a1' },
  async prepare({ service, newName }) {
    const body = { email: `${newName('leela')}@example.com`, reason: 'Asked by letter' };
    return {
      suppression_id: (await asOperator(service, 'POST', '/api/v1/admin/suppressions', body)).added[0],
    };
  },
  refusals: { not_found: { input: { suppression_id: 'sup_00000000000000000000000000000000' } } },
});
