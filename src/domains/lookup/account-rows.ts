import type { AccountData } from '#core/parts/account-rows.ts';

export const lookupData: AccountData = {
  tables: {
    lookup: {
      what: 'Stored answers of lookups',
      erased: 'afterwards',
      inOrderOf: ['op_key'],
      // They are about the people who were looked up, some of whom have opted out since.
      hides: ['answer', 'pending_call'],
    },
    lookup_past: { what: 'History of lookups', erased: 'afterwards', inOrderOf: ['op_key'] },
    lookup_free: { what: 'Count of free answers', erased: 'afterwards' },
    lookup_repeat: { what: 'Free repeats', erased: 'afterwards', inOrderOf: ['profile_hash'] },
    lookup_veto: {
      what: 'Names that ruled out an answer, as hashes',
      erased: 'afterwards',
      inOrderOf: ['profile_hash'],
      hides: ['name_marks'],
    },
  },
};
