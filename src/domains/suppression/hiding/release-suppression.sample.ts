import { sample } from '#test/samples/sample.ts';
import { asOperator } from '#test/support/kit.ts';

export default sample({
  async prepare({ service, newName }) {
    const body = { email: `${newName('leela')}@example.com`, reason: 'Asked by letter' };
    return {
      suppression_id: (await asOperator(service, 'POST', '/api/v1/admin/suppressions', body)).added[0],
    };
  },
  refusals: { not_found: { input: { suppression_id: 'sup_00000000000000000000000000000000' } } },
});
