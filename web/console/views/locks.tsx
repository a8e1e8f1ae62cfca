import { useState } from 'preact/hooks';
import { useQuery } from '../../shared/address.ts';
import { Check } from '../../shared/check.tsx';
import { Choice } from '../../shared/choice.tsx';
import { Field } from '../../shared/field.tsx';
import { Form, type FormValues } from '../../shared/form.tsx';
import { Page } from '../../shared/page.tsx';
import { useListing } from '../../shared/use-listing.ts';
import { LockDialog } from '../parts/lock-dialog.tsx';
import { LockList } from '../parts/lock-list.tsx';
import { isLockType, lockTypes } from '../parts/lock-types.ts';
import '../parts/layout.css';

const types = [['', 'All'] as const, ...lockTypes.map(([type, name]) => [type, name] as const)];

/** Whom a lock is on stays out of the address. */
export default function Locks() {
  const [query, change] = useQuery();
  const [subject, seek] = useState('');
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
  const filter = (values: FormValues<'type' | 'subject' | 'all'>) => {
    seek(values.subject);
    change({ type: values.type, all: values.all });
  };
  return (
    <Page
      title="Locks"
      intro="A lock stops sign-in and lookups. Who is stopped never learns the reason."
      actions={
        <button type="button" class="primary" onClick={() => setLocking(true)}>
          Lock
        </button>
      }
    >
      <Form isInline submit="Filter" onSubmit={filter}>
        <Choice name="type" label="On" value={type ?? ''} options={types} />
        <Field
          name="subject"
          type="search"
          label="Whom"
          value={subject}
          hint="The whole subject, in any spelling"
          maxLength={400}
        />
        <Check name="all" label="Also those that ended" value={query.all === 'true'} />
      </Form>
      <LockList of={locks} onChange={locks.reload} empty="No matching locks." />
      {isLocking && <LockDialog onChange={locks.reload} onClose={() => setLocking(false)} />}
    </Page>
  );
}
