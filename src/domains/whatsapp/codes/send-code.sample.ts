import { type SampleWorld, sample } from '#test/samples/sample.ts';
import { asOperator, givenAccount } from '#test/support/kit.ts';
import { givenVerified, newNumber } from '#test/support/whatsapp.ts';
import { pauseUntil } from '../outages/outages.ts';

const newcomer = async ({ service }: SampleWorld) => {
  const { accountId } = await givenAccount(service.database.db);
  return { account_id: accountId, whatsapp: newNumber() };
};

export default sample({
  prepare: newcomer,
  refusals: {
    account_locked: {
      async prepare({ service }) {
        const subject = newNumber();
        await asOperator(service, 'POST', '/api/v1/admin/locks', { subject_type: 'whatsapp', subject });
        return { input: { whatsapp: subject } };
      },
    },
    number_already_verified: {
      async prepare({ service }) {
        const { accountId } = await givenVerified(service.database.db);
        return { input: { account_id: accountId } };
      },
    },
    messaging_unavailable: {
      async prepare({ service: { database } }) {
        await pauseUntil(database.db, new Date(Date.now() + 60_000));
        return { after: async () => void (await database.pool.query('truncate whatsapp_pause')) };
      },
    },
  },
});
