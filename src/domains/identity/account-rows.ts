import { sql } from 'kysely';
import type { AccountData, DataOf } from '#core/parts/account-rows.ts';
import { locksOfAccount, subjectsOf } from './locks/locked-accounts.ts';

const handlesOf = ({ id }: DataOf, ...kinds: string[]) => sql`
  select handle from identity_handle where account = ${id} and kind = any(${kinds}::text[])`;

/** Attempts and admissions are found by handles, so these come last. */
export const identityData: AccountData = {
  tables: {
    identity_attempt: {
      what: 'Sign-up attempts',
      of: (account) => sql`(account_id = ${account.account_id} or mailbox in (${handlesOf(account, 'email')})
        or provider_user in (${handlesOf(account, 'provider_user')}))`,
      erased: 'at once',
      // About other accounts.
      hides: ['claimed_by'],
    },
    identity_admission: {
      what: 'Permissions to sign up',
      of: (account) => sql`(kind = 'mailbox' and handle in (${handlesOf(account, 'email')})
        or kind = 'provider_user' and handle in (${handlesOf(account, 'provider_user')}))`,
      erased: 'at once',
    },
    identity_lock: {
      what: 'Locks',
      of: ({ id }) => sql`(subject_type, subject) in (${subjectsOf(sql`id = ${id}`)})`,
      kept: 'A lock outlives the account, so that no one gets around it by asking for erasure. Lift it if it is no longer needed.',
    },
    identity_session: { what: 'Sessions of your dashboard', erased: 'at once' },
    identity_handle: { what: 'Emails, sign-ins, numbers and devices', erased: 'at once' },
  },
  async blocks(db, { id }, now) {
    const locked = new Set((await locksOfAccount(db, id, now)).map(({ subject_type }) => subject_type));
    if (!locked.has('account') || locked.has('email')) return [];
    const what =
      'The account is locked by its account id, which goes. Lock its email too, or lift the lock: otherwise its person can sign up again.';
    return [{ kind: 'locked', what }];
  },
};
