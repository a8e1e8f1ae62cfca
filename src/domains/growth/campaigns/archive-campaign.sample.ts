import { sample } from '#test/samples/sample.ts';
import { asOperator } from '#test/support/kit.ts';

export default sample({
  async prepare({ service, newName }) {
    const body = { name: newName('Over') };
    const { id } = await asOperator(service, 'POST', '/api/v1/admin/growth/campaigns', body);
    return { campaign_id: id };
  },
  refusals: { not_found: { input: { campaign_id: 'cmp_of_nobody' } } },
});
