import { sample } from '#test/samples/sample.ts';
import { givenKey, givenSession, lockAccountOf } from '#test/support/kit.ts';

const unknown = 'cty_refresh_0000000000000000000000000000000000000000';

export default sample({
  prepare: async ({ service, customer }) => ({
    refresh_token: (await givenSession(service.database.db, customer)).refresh,
  }),
  refusals: {
    session_ended: { input: { refresh_token: unknown } },
    account_locked: {
      async prepare({ service }) {
        const key = await givenKey(service.database.db);
        const { refresh } = await givenSession(service.database.db, key);
        await lockAccountOf(service, key.accountId);
        return { input: { refresh_token: refresh } };
      },
    },
    rate_limited: {
      async prepare({ service, newAddress }) {
        const remoteAddress = newAddress();
        for (let call = 0; call < 60; call += 1) {
          const body = { refresh_token: unknown };
          await service.request('POST', '/api/v1/extension/refresh', { body, remoteAddress });
        }
        return { remoteAddress, input: { refresh_token: unknown } };
      },
    },
  },
});
