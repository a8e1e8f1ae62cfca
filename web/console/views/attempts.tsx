import { useState } from 'preact/hooks';
import { useQuery } from '../../shared/address.ts';
import { Page } from '../../shared/page.tsx';
import { useListing } from '../../shared/use-listing.ts';
import { AttemptFilters } from './attempts/filters.tsx';
import { AttemptList } from './attempts/list.tsx';
import { outcomeOf, type Person, stepOf } from './attempts/query.ts';
import '../parts/layout.css';

/** Sign-ups with their evidence. Whom they are about stays out of the address. */
export default function Attempts() {
  const [query, change] = useQuery();
  const [person, setPerson] = useState<Person>({});
  const { allowed, step, account_id = '' } = query;
  const attempts = useListing('GET /api/v1/admin/abuse/attempts', {
    query: { ...person, ...outcomeOf(allowed), ...stepOf(step), account_id, limit: 50 },
  });
  return (
    <Page
      title="Sign-up attempts"
      intro="Who asked to sign up, what they were told, and all that spoke against them."
    >
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
