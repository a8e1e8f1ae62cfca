import { SettingsInForce } from '#domains/settings/index.ts';
import { sample } from '#test/samples/sample.ts';
import { asOperator, givenAccount } from '#test/support/kit.ts';
import type { TestService } from '#test/support/service.ts';
import { givenVerified, newNumber } from '#test/support/whatsapp.ts';

let required = false;

/** A setting of the whole service. */
const applySetting = async ({ database: { db }, app }: TestService) => {
  const settings = app.kernel.ports.use(SettingsInForce);
  await db.transaction().execute((transaction) =>
    settings.change(transaction, {
      change: () => ({ whatsapp_required: required }),
      reason: 'a test',
      actor: 'ops',
    }),
  );
  await settings.reload();
};

export default sample({
  async prepare({ service }) {
    await applySetting(service);
    return { account_id: (await givenAccount(service.database.db)).accountId, whatsapp: newNumber() };
  },
  another: { whatsapp: '+447700900124' },
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
        return { input: { account_id: (await givenVerified(service.database.db)).accountId } };
      },
    },
    whatsapp_required: {
      prepare() {
        required = true;
        return {
          async after() {
            required = false;
          },
        };
      },
    },
  },
});
