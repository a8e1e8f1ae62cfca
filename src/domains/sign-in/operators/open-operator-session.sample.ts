import { randomBytes } from 'node:crypto';
import { sample } from '#test/samples/sample.ts';

export default sample({
  prepare: () => ({ token_hash: randomBytes(32).toString('hex') }),
  refusals: {
    account_locked: {
      async prepare({ service, newName }) {
        const email = `${newName('operator')}@operators.example.com`;
        await service.admin('POST', '/api/v1/admin/locks', {
          subject_type: 'email',
          subject: email,
          reason: 'left',
        });
        return { input: { email } };
      },
    },
    operator_link_ended: { input: { link_token: 'cty_console_unknown' } },
  },
});
