import { useState } from 'preact/hooks';
import { LockDialog } from '#web/console/parts/locks/lock-dialog.tsx';
import { LockList } from '#web/console/parts/locks/lock-list.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import type { PartProps } from './part-props.ts';

/** Locks that stop the account: on it, its email, the email's domain or a handle. */
export function AccountLocks({ account: { account_id, email }, reload }: PartProps) {
  const locks = useListing('GET /api/v1/admin/locks', {
    query: { account_id, include_expired: true, limit: 20 },
  });
  const [isLocking, setLocking] = useState(false);
  const changed = async () => {
    await Promise.all([locks.reload(), reload()]);
  };
  return (
    <section class="stack">
      <div class="row">
        <h2>Locks</h2>
        <button type="button" class="danger" onClick={() => setLocking(true)}>
          Lock
        </button>
      </div>
      <LockList of={locks} onChange={changed} empty="No lock has ever stopped it." />
      {isLocking && (
        <LockDialog
          subjects={{ account: account_id, email: email ?? '' }}
          onChange={changed}
          onClose={() => setLocking(false)}
        />
      )}
    </section>
  );
}
