import { sql } from 'kysely';
import type { JourneySource } from '#core/parts/journey.ts';
import { pastSessions } from '#domains/accounts/index.ts';
import { subjectsOf } from './locks/locked-accounts.ts';

export const signupJourney: JourneySource = {
  id: 'signups',
  tables: ['identity_attempt', 'identity_handle'],
  query: ({ id, account_id }) => sql`
    with handle as (select kind, handle, claimed_at from identity_handle where account = ${id}),
    own as (
      select id, at, step, code, signals from identity_attempt where account_id = ${account_id}
      union
      select attempt.* from handle
      cross join lateral (
        select id, at, step, code, signals from identity_attempt where handle.kind = 'email' and mailbox = handle.handle
        union all
        select id, at, step, code, signals from identity_attempt
        where handle.kind = 'provider_user' and provider_user = handle.handle
        union all
        select id, at, step, code, signals from identity_attempt where handle.kind = 'whatsapp' and whatsapp = handle.handle
      ) as attempt
    )
    select at, case step when 'vet' then 'signup.vetted' else 'signup.registered' end,
      jsonb_build_object('attempt_id', id, 'allowed', code is null, 'code', code, 'signals', signals)
    from own
    union all
    select claimed_at, 'handle.claimed', jsonb_build_object('kind', kind) from handle`,
};

export const sessionJourney: JourneySource = {
  id: 'sessions',
  tables: ['identity_session'],
  query: (account) => sql`
    select started_at, 'session.started', jsonb_build_object('last_seen_at', last_seen_at)
    from identity_session where account = ${account.id}
    union all ${pastSessions(account, 'sessions')}`,
};

/** Those on an address stop callers, not accounts. */
export const lockJourney: JourneySource = {
  id: 'locks',
  tables: ['identity_lock'],
  query: ({ id }) => sql`
    with subject (kind, subject) as (${subjectsOf(sql`id = ${id}`)})
    select happened.at, happened.what,
      jsonb_build_object('lock_id', lock.id::text, 'subject_type', lock.subject_type) || happened.detail
    from subject join identity_lock as lock on lock.subject_type = subject.kind and lock.subject = subject.subject
    cross join lateral (values
      (lock.created_at, 'lock.created', jsonb_build_object('by', lock.created_by, 'reason', lock.reason)),
      (lock.lifted_at, 'lock.lifted', jsonb_build_object('by', lock.lifted_by)),
      (case when lock.lifted_at is null then lock.expires_at end, 'lock.expired', '{}')
    ) as happened (at, what, detail)
    where happened.at <= clock_timestamp()`,
};
