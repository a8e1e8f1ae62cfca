import { useState } from 'preact/hooks';
import { Page } from '#web/shared/layout/page.tsx';
import { Tabs } from '#web/shared/layout/tabs.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { AttemptFilters } from './filters.tsx';
import { AttemptList } from './list.tsx';
import { attemptTabs, outcomeOf, type Person, stepOf } from './query.ts';
import '#web/console/parts/layout.css';

/** Sign-ups with their evidence. The address of this page names no person. */
export default function Attempts() {
  const [query, change] = useQuery();
  const [person, setPerson] = useState<Person>({});
  const { allowed, step, account_id = '' } = query;
  const attempts = useListing('GET /api/v1/admin/abuse/attempts', {
    query: { ...person, ...outcomeOf(allowed), ...stepOf(step), account_id, limit: 50 },
  });
  return (
    <Page title="Sign-up attempts" intro="Sign-up requests, with our decision and the evidence behind it.">
      <Tabs of={attemptTabs} label="Sign-up attempts" />
      <AttemptFilters
        person={person}
        query={query}
        onFilter={(sought, filters) => {
          setPerson(sought);
          change(filters);
        }}
      />
      <AttemptList of={attempts} />
    </Page>
  );
}
