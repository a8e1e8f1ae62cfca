import { randomBytes } from 'node:crypto';
import { sample } from '#test/samples/sample.ts';

export default sample({
  async prepare({ service }) {
    const token_hash = randomBytes(32).toString('hex');
    const email = 'ravi@operators.example.com';
    await service.admin('POST', '/api/v1/admin/operators/sessions', { token_hash, email });
    return { token_hash };
  },
});
