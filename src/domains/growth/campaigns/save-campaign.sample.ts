import { sample } from '#test/samples/sample.ts';
import { asOperator } from '#test/support/kit.ts';

const path = '/api/v1/admin/growth/campaigns';

export default sample({
  prepare: ({ newName }) => ({ slug: newName('diwali') }),
  another: { name: 'Diwali 2027' },
  refusals: {
    not_found: { input: { id: 'cmp_of_nobody' } },
    campaign_archived: {
      async prepare({ service }) {
        const { id } = await asOperator(service, 'POST', path, { name: 'Over' });
        await asOperator(service, 'POST', `${path}/${id}/archive`);
        return { input: { id } };
      },
    },
    slug_taken: {
      async prepare({ service, newName }) {
        const { slug } = await asOperator(service, 'POST', path, { name: newName('First') });
        const { id } = await asOperator(service, 'POST', path, { name: newName('Second') });
        return { input: { id, slug } };
      },
    },
  },
});
