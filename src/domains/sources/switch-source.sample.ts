import { sample } from '#test/samples/sample.ts';

export default sample({
  // The other way each time: what changes nothing leaves no audit row.
  async prepare({ service }) {
    const { items } = (await service.admin('GET', '/api/v1/admin/sources')).json();
    return { enabled: !items.find(({ id }: { id: string }) => id === 'gravatar').enabled };
  },
  refusals: { not_found: { input: { source_id: 'nobodys_source' } } },
});
