import type { ListAlertsAnswer } from '#client';
import { worded } from '#web/console/parts/words.ts';
import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { None } from '#web/shared/values/none.tsx';

interface ResolveProps {
  of: ListAlertsAnswer['items'][number];
  onChange: () => Promise<void>;
}

export function Resolve({ of: { id, kind, subject, status }, onChange }: ResolveProps) {
  if (status !== 'open') return <None />;
  const resolve = async ({ reason }: { reason: string }) => {
    await api.call('POST /api/v1/admin/alerts/{alert_id}/resolution', {
      path: { alert_id: id },
      body: { note: reason },
    });
    notify('The alert was resolved.');
    await onChange();
  };
  return (
    <Action
      label="Resolve"
      run={resolve}
      confirm={{
        title: 'Resolve this alert?',
        text: `${worded(kind)}: ${subject}\nSay what was wrong and what you did. If the cause is still there, the service raises a new alert.`,
        act: 'Resolve',
        needsReason: true,
      }}
    />
  );
}
