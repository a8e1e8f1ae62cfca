import { domain } from '#core/domain.ts';

/** The domain that the next release adds. */
export const rehearsal = domain({
  id: 'rehearsal',
  title: 'Rehearsal',
  description: 'A release that changes large tables.',
  backgroundMigrations: [
    {
      id: 'rehearsal.measure-urls',
      release: '3.1.0',
      table: 'directory_profile',
      change: `update directory_profile profile set url_length = length(profile.url) from batch
        where profile.profile_hash = batch.profile_hash and profile.url_length is null`,
    },
    {
      id: 'rehearsal.note-months',
      release: '3.1.0',
      table: 'credit_ledger',
      change: `insert into ledger_month
        select account, op_key, lot_id, kind, date_trunc('month', ledger.at, 'UTC')
        from batch join credit_ledger ledger using (account, op_key, lot_id, kind)
        on conflict do nothing`,
    },
  ],
});
