import { sample } from '#test/samples/sample.ts';
import { asOperator } from '#test/support/kit.ts';

export default sample({
  async prepare({ service, newName }) {
    const email = `${newName('leela')}@example.com`;
    await asOperator(service, 'POST', '/api/v1/admin/suppressions', { email, reason: 'Asked by letter' });
    return { email };
  },
  refusals: { not_found: { input: { email: 'nobody-hidden@example.com' } } },
});
