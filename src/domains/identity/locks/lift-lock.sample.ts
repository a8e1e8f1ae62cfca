import { sample } from '#test/samples/sample.ts';
import { asOperator } from '#test/support/kit.ts';

export default sample({
  async prepare({ service, newName }) {
    const lock = { subject_type: 'email', subject: `${newName('locked')}@example.com` };
    await asOperator(service, 'POST', '/api/v1/admin/locks', lock);
    return lock;
  },
  another: { subject: 'another@example.com' },
  refusals: { not_found: { input: { subject: 'nobody-locked@example.com' } } },
});
