import { sample } from '#test/samples/sample.ts';
import { importRows } from '#test/support/kit.ts';

export default sample({
  async prepare({ service, newName }) {
    const person = newName('changed');
    await importRows(service, `profile_url,email\ngithub.com/${person},${person}@example.com\n`);
    return { profile_url: `github.com/${person}`, email: `${person}@example.com` };
  },
  refusals: {
    not_found: { input: { email: 'another@example.com' } },
    value_suppressed: {
      async prepare({ service, newName }) {
        const replacement = `${newName('hidden')}@example.com`;
        const body = { email: replacement, reason: 'Asked by letter' };
        await service.admin('POST', '/api/v1/admin/suppressions', body);
        return { input: { replacement } };
      },
    },
  },
});
