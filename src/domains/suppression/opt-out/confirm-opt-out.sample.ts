import { sample } from '#test/samples/sample.ts';
import { startedOptOut } from '#test/support/kit.ts';
import { testSecrets } from '#test/support/service.ts';
import { optOutLimits } from '../rules.ts';
import { mailToken } from './proof.ts';

export default sample({
  async prepare({ service, newName, newAddress }) {
    const id = await startedOptOut(service, { email: `${newName('leela')}@example.com` }, newAddress());
    await service.database.pool.query(
      "update opt_out_request set way = 'mail', waits_because = null, expires_at = clock_timestamp() + interval '1 hour' where id = $1",
      [id],
    );
    return { request_id: id, token: mailToken(testSecrets.suppression_pepper, id) };
  },
  refusals: {
    opt_out_not_proven: { input: { token: 'a wrong token' } },
    profile_unreachable: {
      async prepare(world) {
        const id = await startedOptOut(
          world.service,
          { profile_url: 'https://codeberg.org/leaver' },
          world.newAddress(),
        );
        world.codeHostFails(true);
        return {
          input: { request_id: id, token: undefined, check: true },
          after: async () => world.codeHostFails(false),
        };
      },
    },
    rate_limited: {
      async prepare({ service, newAddress }) {
        const remoteAddress = newAddress();
        for (let call = 0; call < optOutLimits.callsPerMinute; call += 1)
          await service.request('POST', '/api/v1/opt-out/confirm', {
            body: { request_id: 'opt_none', token: 'none' },
            remoteAddress,
          });
        return { remoteAddress };
      },
    },
  },
});
