import { api, me } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { agoOf } from '#web/shared/values/ago.tsx';
import { type Key, nameOf } from './key.ts';

export function RevokeKey({ of: key, onChange }: { of: Key; onChange: () => Promise<void> }) {
  const revoke = async () => {
    await api.call('POST /internal/keys/by-account/{account_id}/{key_id}/revocation', {
      path: { account_id: me, key_id: key.id },
    });
    notify(`${nameOf(key)} is revoked.`);
    await onChange();
  };
  return (
    <Action
      label="Revoke"
      isDanger
      run={revoke}
      confirm={{ title: `Revoke ${nameOf(key)}?`, text: whatStops(key), act: 'Revoke the key' }}
    />
  );
}

function whatStops({ prefix, last_used_at: used }: Key): string {
  const use = used ? `It was last used ${agoOf(used, Date.now())}.` : 'It has not been used.';
  return `Programs and agents with ${prefix}… are refused within a second. ${use}
Jobs that run continue, your other keys still work, and credits stay. A revoked key never works again.`;
}
