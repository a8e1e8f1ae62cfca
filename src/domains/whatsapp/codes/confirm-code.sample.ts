import { type SampleWorld, sample } from '#test/samples/sample.ts';
import { asOperator, givenAccount } from '#test/support/kit.ts';
import { givenVerified, newNumber, sentCode } from '#test/support/whatsapp.ts';

const withCode = async ({ service }: SampleWorld, number = newNumber()) => {
  const { accountId } = await givenAccount(service.database.db);
  const code = await sentCode(service, accountId, number);
  return { account_id: accountId, whatsapp: number, code };
};

export default sample({
  prepare: (world) => withCode(world),
  refusals: {
    account_locked: {
      async prepare(world) {
        const input = await withCode(world);
        const lock = { subject_type: 'whatsapp', subject: input.whatsapp };
        await asOperator(world.service, 'POST', '/api/v1/admin/locks', lock);
        return { input };
      },
    },
    code_wrong: {
      async prepare(world) {
        const input = await withCode(world);
        return { input: { ...input, code: input.code === '000000' ? '000001' : '000000' } };
      },
    },
    code_ended: { prepare: () => ({ input: { whatsapp: newNumber() } }) },
    handle_taken: {
      async prepare(world) {
        const { number } = await givenVerified(world.service.database.db);
        return { input: await withCode(world, number) };
      },
    },
    number_already_verified: {
      async prepare({ service }) {
        const { accountId } = await givenVerified(service.database.db);
        return { input: { account_id: accountId } };
      },
    },
  },
});
