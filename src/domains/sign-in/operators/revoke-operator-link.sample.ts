import { sample } from '#test/samples/sample.ts';

export default sample({
  async prepare({ service }) {
    const email = 'ravi@operators.example.com';
    return { link_id: (await service.admin('POST', '/api/v1/admin/operators/links', { email })).json().id };
  },
});
