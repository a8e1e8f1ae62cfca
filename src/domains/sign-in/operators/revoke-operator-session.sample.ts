import { randomBytes } from 'node:crypto';
import { sample } from '#test/samples/sample.ts';

export default sample({
  async prepare({ service }) {
    const session = await service.admin('POST', '/api/v1/admin/operators/sessions', {
      token_hash: randomBytes(32).toString('hex'),
      email: 'ravi@operators.example.com',
    });
    return { session_id: session.json().id };
  },
});
