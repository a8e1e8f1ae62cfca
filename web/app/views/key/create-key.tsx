import { api, me } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Empty } from '#web/shared/layout/empty.tsx';

export function CreateKey({ onMade }: { onMade: (key: string | null) => Promise<void> }) {
  const create = async () => {
    const { key } = await api.call('POST /internal/key/ensure/{account_id}', {
      path: { account_id: me },
      body: { email: me },
    });
    if (key === null) notify('You have a key already. It was made in another tab or on another device.');
    await onMade(key);
  };
  return (
    <Empty title="You have no API key yet.">
      <p>We show it once, so have a safe place ready, such as a password manager.</p>
      <Action label="Create the key" isPrimary run={create} />
    </Empty>
  );
}
