import { claimHandles } from '#domains/identity/index.ts';
import { type SampleWorld, sample } from '#test/samples/sample.ts';
import { givenAccount } from '#test/support/kit.ts';

async function withTwoEmails({ service: { database }, newName }: SampleWorld) {
  const name = newName('two-emails');
  const { account, accountId } = await givenAccount(database.db, {
    accountId: name,
    email: `${name}@example.com`,
  });
  const new_email = `${name}@example.org`;
  await claimHandles(database.db, account, [{ kind: 'email', value: new_email }]);
  return { account_id: accountId, new_email };
}

export default sample({
  prepare: withTwoEmails,
  another: { reason: 'Another reason' },
  refusals: {
    not_found: { input: { account_id: 'nobody' } },
    handle_taken: {
      async prepare(world) {
        const { new_email, account_id } = await withTwoEmails(world);
        await givenAccount(world.service.database.db, {
          accountId: world.newName('holder'),
          email: new_email,
        });
        return { input: { account_id, new_email } };
      },
    },
  },
});
