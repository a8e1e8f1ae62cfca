import { sample } from '#test/samples/sample.ts';
import type { TestService } from '#test/support/service.ts';

async function registered(service: TestService, account_id: string, members: object) {
  await service.internal('POST', '/internal/identity/register', { account_id, ...members });
  return { account_id };
}

export default sample({
  async prepare({ service, newName }) {
    const handle = newName('device');
    return {
      ...(await registered(service, newName('releases'), { device_id: handle })),
      kind: 'device',
      handle,
    };
  },
  refusals: {
    not_found: { input: { account_id: 'nobody' } },
    handle_in_use: {
      async prepare({ service, newName }) {
        const handle = `${newName('primary')}@example.com`;
        const { account_id } = await registered(service, newName('keeps'), { email: handle });
        return { input: { account_id, kind: 'email', handle } };
      },
    },
  },
});
