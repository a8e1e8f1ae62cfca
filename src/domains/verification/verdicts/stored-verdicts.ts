import { rowsOf } from '#core/database/statement.ts';
import type { PersonalDataStore } from '#core/parts/personal-data.ts';
import { dropVerdicts, eraseVerdicts } from './sql.ts';

/** Verdicts on the emails of people. No answer reads them of a suppressed person; they go all the same. */
export const storedVerdicts: PersonalDataStore = {
  id: 'email_verdicts',

  async exported(db, hash) {
    const email_verdicts = await rowsOf(db)`
      select verdict, reason, checked_at from email_verdict
      where key in (select key from email_verdict_of where profile_hash = ${hash})
      order by checked_at, verdict`;
    return { email_verdicts };
  },

  withdraw: dropVerdicts,
  erase: eraseVerdicts,
};
