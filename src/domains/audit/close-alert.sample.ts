import { raiseAlert } from '#domains/audit/index.ts';
import type { SampleWorld } from '#test/samples/sample.ts';
import { sample } from '#test/samples/sample.ts';

async function openAlert({ service, newName }: SampleWorld): Promise<string> {
  const subject = newName('key');
  await raiseAlert(service.database.db, { kind: 'key_banned', subject, details: { reason: 'rate_limit' } });
  const list = await service.admin('GET', `/api/v1/admin/alerts?subject=${subject}`);
  return list.json().items[0].id;
}

export default sample({
  prepare: async (world) => ({ alert_id: await openAlert(world) }),
  refusals: {
    not_found: { input: { alert_id: '2000000000' } },
    alert_resolved: {
      async prepare(world) {
        const alert_id = await openAlert(world);
        const note = { note: 'Looked at already' };
        await world.service.admin('POST', `/api/v1/admin/alerts/${alert_id}/resolution`, note);
        return { input: { alert_id } };
      },
    },
  },
});
