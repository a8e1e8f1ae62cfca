import { sample } from '#test/samples/sample.ts';
import { asOperator } from '#test/support/kit.ts';

export default sample({
  async prepare({ service, newName }) {
    const stop = { email: `${newName('lifted')}@example.com`, reason: 'It came back' };
    const { id } = await asOperator(service, 'POST', '/api/v1/admin/mail-stops', stop);
    return { stop_id: id };
  },
  refusals: { not_found: { input: { stop_id: 'stop_none' } } },
});
