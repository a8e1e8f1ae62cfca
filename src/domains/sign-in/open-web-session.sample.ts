import { randomBytes } from 'node:crypto';
import { sample } from '#test/samples/sample.ts';
import { lockAccountOf } from '#test/support/kit.ts';
import type { TestService } from '#test/support/service.ts';

/** A person who has registered with a sign-in of the identity provider. */
async function registered(service: TestService, name: string) {
  const person = { email: `${name}@example.com`, provider: 'google', provider_user_id: name };
  const response = await service.internal('POST', '/internal/identity/register', {
    account_id: name,
    ...person,
  });
  if (response.statusCode !== 200) throw new Error(response.body);
  return person;
}

export default sample({
  prepare: async ({ service, newName }) => ({
    token_hash: randomBytes(32).toString('hex'),
    ...(await registered(service, newName('visitor'))),
  }),
  refusals: {
    not_found: { input: { email: 'nobody@example.com', provider_user_id: 'nobody' } },
    account_locked: {
      async prepare({ service, newName }) {
        const name = newName('visitor');
        const person = await registered(service, name);
        await lockAccountOf(service, name);
        return { input: person };
      },
    },
    session_elsewhere: {
      async prepare({ service, newName }) {
        const name = newName('visitor');
        const person = await registered(service, name);
        const elsewhere = { account_id: name, session_id: 'elsewhere', ip: '198.51.100.7' };
        await service.internal('POST', '/internal/identity/session', elsewhere);
        return { input: person };
      },
    },
  },
});
