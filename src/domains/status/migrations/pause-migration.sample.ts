import { sample } from '#test/samples/sample.ts';

export default sample({
  // The other way each time: what changes nothing leaves no audit row.
  async prepare({ service }) {
    const { rows } = await service.database.pool.query(`
      insert into background_migration (id, release, table_name) values ('directory.count-contacts', '3.1.0', 'directory_profile')
      on conflict (id) do update set release = excluded.release
      returning paused_at is null as paused`);
    return rows[0];
  },
  refusals: { not_found: { input: { migration: 'no.such-migration' } } },
});
