import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { None } from '#web/shared/values/none.tsx';
import { Time } from '#web/shared/values/time.tsx';
import type { OptOut } from './types.ts';

interface DecideOptOutProps {
  of: OptOut;
  onDecided: () => Promise<void>;
}

/** Approves or declines a request that is open, or says who ended it. */
export function DecideOptOut({ of: { id, status, decided_at, decided_by }, onDecided }: DecideOptOutProps) {
  const decide = async (decision: 'approved' | 'declined', reason: string) => {
    await api.call('POST /api/v1/admin/opt-outs/{request_id}/decision', {
      path: { request_id: id },
      body: { decision, reason },
    });
    notify(decision === 'approved' ? 'Approved. The person is suppressed.' : 'Declined.');
    await onDecided();
  };
  if (status !== 'open') {
    return decided_at ? (
      <>
        {decided_by === 'subject' ? 'The person' : decided_by}, <Time at={decided_at} />
      </>
    ) : (
      <None />
    );
  }
  return (
    <div class="actions">
      <Action
        label="Approve"
        run={({ reason }) => decide('approved', reason)}
        confirm={{
          title: 'Approve this request?',
          text: 'The person is suppressed, and what is stored about them is erased within minutes. Don’t name the person in the reason.',
          act: 'Approve the request',
          needsReason: true,
        }}
      />
      <Action
        label="Decline"
        isDanger
        run={({ reason }) => decide('declined', reason)}
        confirm={{
          title: 'Decline this request?',
          text: 'The address or link in it is deleted. The person may ask again. Don’t name the person in the reason.',
          act: 'Decline the request',
          needsReason: true,
        }}
      />
    </div>
  );
}
