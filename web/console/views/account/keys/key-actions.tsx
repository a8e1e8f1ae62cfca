import type { ListKeysAnswer } from '#client';
import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { None } from '#web/shared/values/none.tsx';

interface KeyActionsProps {
  of: ListKeysAnswer['items'][number];
  onEdit: () => void;
  onChange: () => Promise<void>;
}

export function KeyActions({ of: { id, prefix, status, ban_reason }, onEdit, onChange }: KeyActionsProps) {
  if (status === 'revoked') return <None />;
  const path = { key_id: id };
  const unban = async (body: { reason: string }) => {
    await api.call('POST /api/v1/admin/keys/{key_id}/unban', { path, body });
    notify('The ban was lifted.');
    await onChange();
  };
  const revoke = async (body: { reason: string }) => {
    await api.call('POST /api/v1/admin/keys/{key_id}/revocation', { path, body });
    notify('The key was revoked.');
    await onChange();
  };
  return (
    <div class="actions">
      <button type="button" onClick={onEdit}>
        Change
      </button>
      {ban_reason === 'rate_limit' && (
        <Action
          label="Lift the ban"
          run={unban}
          confirm={{
            title: 'Lift the ban?',
            text: `${prefix} works again at once, and its violations are forgotten.`,
            act: 'Lift the ban',
            needsReason: true,
          }}
        />
      )}
      <Action
        label="Revoke"
        isDanger
        run={revoke}
        confirm={{
          title: 'Revoke this key?',
          text: `${prefix} stops working within a second, for good. The account’s other keys still work.`,
          act: 'Revoke the key',
          needsReason: true,
        }}
      />
    </div>
  );
}
