import { sql } from 'kysely';
import type { JourneySource } from '#core/parts/journey.ts';

export const onboardingJourney: JourneySource = {
  id: 'onboarding',
  tables: ['business_profile', 'mailbox_proof'],
  query: ({ id }) => sql`
    select saved_at, 'business_profile.saved', jsonb_build_object('by', saved_by) from business_profile where account = ${id}
    union all
    select proved_at, 'mailbox.proved', '{}' from mailbox_proof where account = ${id}`,
};
