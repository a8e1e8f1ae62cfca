import type { SampleWorld } from '#test/samples/sample.ts';
import { sample } from '#test/samples/sample.ts';
import { importedElsewhere } from '#test/support/import-lock.ts';
import { importRows } from '#test/support/kit.ts';
import { lockName } from './import/import-locks.ts';

const imported = async ({ service, newName }: SampleWorld): Promise<string> => {
  const person = newName('taken-back');
  return (await importRows(service, `profile_url,email\ngithub.com/${person},${person}@example.com\n`)).id;
};

export default sample({
  prepare: async (world) => ({ import_id: await imported(world) }),
  refusals: {
    not_found: { input: { import_id: 'imp_0000000000000000000000' } },
    import_running: {
      async prepare(world) {
        const import_id = await imported(world);
        return {
          input: { import_id },
          after: await importedElsewhere(world.service, lockName(import_id, null)),
        };
      },
    },
  },
});
