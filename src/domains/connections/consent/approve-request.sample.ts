import { lockedAccount } from '#test/samples/locked-account.ts';
import { sample } from '#test/samples/sample.ts';
import { signInOff } from '#test/samples/sign-in-off.ts';
import { authorizationRequest, newPkce, registerAgent } from '#test/support/connections.ts';
import { givenKey } from '#test/support/kit.ts';

export default sample({
  prepare: async ({ service }) => authorizationRequest(await registerAgent(service), newPkce().challenge),
  refusals: {
    sign_in_off: signInOff,
    agent_request_refused: { input: { redirect_uri: 'https://attacker.example/callback' } },
    account_locked: lockedAccount,
    key_ban_in_force: {
      async prepare({ service }) {
        const { accountId } = await givenKey(service.database.db, { banReason: 'rate_limit' });
        return { input: { account_id: accountId } };
      },
    },
  },
});
