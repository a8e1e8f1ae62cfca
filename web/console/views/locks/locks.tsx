import { useState } from 'preact/hooks';
import { LockDialog } from '#web/console/parts/locks/lock-dialog.tsx';
import { LockList } from '#web/console/parts/locks/lock-list.tsx';
import { isLockType, lockTypes } from '#web/console/parts/locks/lock-types.ts';
import { Check } from '#web/shared/forms/check.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { listLocks } from '#web/shared/forms/fields.generated.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { Filters } from '#web/shared/lists/filters.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useSought } from '#web/shared/lists/use-sought.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';

const types = [['', 'All'] as const, ...lockTypes.map(([type, name]) => [type, name] as const)];

export default function Locks() {
  const [query] = useQuery();
  const { subject = '' } = useSought();
  const [isLocking, setLocking] = useState(false);
  const type = isLockType(query.type) ? query.type : undefined;
  const locks = useListing('GET /api/v1/admin/locks', {
    query: {
      ...(type ? { subject_type: type } : {}),
      subject,
      include_expired: query.all === 'true',
      limit: 50,
    },
  });
  return (
    <Page
      title="Locks"
      intro="A lock stops sign-in and lookups. The locked person never sees the reason."
      actions={
        <button type="button" class="primary" onClick={() => setLocking(true)}>
          Lock
        </button>
      }
    >
      <Filters personal={['subject']}>
        <Choice name="type" label="On" options={types} />
        <Field {...listLocks.subject} type="search" label="Whom" hint="The whole subject, in any spelling" />
        <Check name="all" label="Also those that ended" />
      </Filters>
      <LockList
        of={locks}
        onChange={locks.reload}
        empty={type || subject ? 'No matching locks.' : 'Nothing is locked.'}
      />
      {isLocking && <LockDialog onChange={locks.reload} onClose={() => setLocking(false)} />}
    </Page>
  );
}
