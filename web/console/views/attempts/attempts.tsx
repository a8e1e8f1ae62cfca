import { Page } from '#web/shared/layout/page.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useSought } from '#web/shared/lists/use-sought.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { AttemptFilters } from './filters.tsx';
import { AttemptList } from './list.tsx';
import { outcomeOf, personBy, stepOf } from './query.ts';

/** Sign-ups with their evidence. */
export default function Attempts() {
  const [{ allowed, step, account_id = '' }] = useQuery();
  const { kind = 'email', person = '' } = useSought();
  const attempts = useListing('GET /api/v1/admin/abuse/attempts', {
    query: { ...personBy(kind, person), ...outcomeOf(allowed), ...stepOf(step), account_id, limit: 50 },
  });
  return (
    <Page title="Sign-up attempts" intro="Sign-up requests, with our decision and the evidence behind it.">
      <AttemptFilters />
      <AttemptList of={attempts} />
    </Page>
  );
}
