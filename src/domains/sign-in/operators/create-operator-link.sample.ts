import { randomBytes } from 'node:crypto';
import { sample } from '#test/samples/sample.ts';

export default sample({
  refusals: {
    operator_link_refused: {
      // A session that a link opened.
      async prepare({ service }) {
        const email = 'ravi@operators.example.com';
        const token_hash = randomBytes(32).toString('hex');
        const { path } = (await service.admin('POST', '/api/v1/admin/operators/links', { email })).json();
        const link_token = new URL(path, 'http://localhost').searchParams.get('token');
        await service.admin('POST', '/api/v1/admin/operators/sessions', { token_hash, link_token });
        return { headers: { 'x-console-session': token_hash } };
      },
    },
  },
});
