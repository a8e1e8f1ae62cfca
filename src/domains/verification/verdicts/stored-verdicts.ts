import type { PersonalDataStore } from '#core/parts/personal-data.ts';
import { dropVerdicts, eraseVerdicts, exportedVerdicts } from './sql.ts';

/** Verdicts on the emails of people. No answer reads them of a suppressed person; they go all the same. */
export const storedVerdicts: PersonalDataStore = {
  id: 'email_verdicts',
  exported: async (db, hash) => ({ email_verdicts: await exportedVerdicts(db, hash) }),
  withdraw: dropVerdicts,
  erase: eraseVerdicts,
};
