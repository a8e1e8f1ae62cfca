import { sql } from 'kysely';
import type { AccountData } from '#core/parts/account-rows.ts';

/** The row itself is closed by `closeRow`. Sessions that a closing ends are noted in `past_session`, so that comes last. */
export const accountData: AccountData = {
  tables: {
    account: {
      what: 'The account itself',
      of: ({ id }) => sql`id = ${id}`,
      kept: 'Invoices and the ledger belong to it. Its email goes, and it gets a made-up account id.',
    },
    account_note: { what: 'Note of operators', erased: 'at once' },
    past_session: { what: 'Past sessions', erased: 'afterwards' },
  },
};
