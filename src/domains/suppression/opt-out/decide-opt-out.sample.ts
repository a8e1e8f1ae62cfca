import type { SampleWorld } from '#test/samples/sample.ts';
import { sample } from '#test/samples/sample.ts';
import { asOperator, startedOptOut } from '#test/support/kit.ts';

const started = ({ service, newName, newAddress }: SampleWorld) =>
  startedOptOut(service, { email: `${newName('leela')}@example.com` }, newAddress());

export default sample({
  prepare: async (world) => ({ request_id: await started(world) }),
  another: { reason: 'Asked by mistake' },
  refusals: {
    not_found: { input: { request_id: 'opt_0000000000000000000000' } },
    opt_out_ended: {
      async prepare(world) {
        const request_id = await started(world);
        const end = { decision: 'declined', reason: 'Not the owner' };
        await asOperator(world.service, 'POST', `/api/v1/admin/opt-outs/${request_id}/decision`, end);
        return { input: { request_id } };
      },
    },
  },
});
