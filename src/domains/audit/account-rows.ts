import { sql } from 'kysely';
import { run } from '#core/database/statement.ts';
import type { AccountData } from '#core/parts/account-rows.ts';

export const auditData: AccountData = {
  tables: {
    audit_entry: {
      what: 'What operators did',
      of: ({ account_id }) => sql`details ->> 'account_id' = ${account_id}`,
      inOrderOf: ['id', 'at'],
      kept: 'It shows who did what to the account and its money. It is dropped by month, and names the account by its made-up id.',
    },
    customer_act: { what: 'What the customer did', erased: 'afterwards', inOrderOf: ['id'] },
  },
  close: (db, { account_id }, { closedAs }) => run(db)`
    update audit_entry set details = jsonb_set(details, '{account_id}', to_jsonb(${closedAs}::text))
    where details ->> 'account_id' = ${account_id}`,
};
