import { useAttempt } from '#web/app/parts/use-attempt.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { EndpointForm } from './endpoint-form.tsx';

interface AddEndpointProps {
  onAdded: (secret: string) => Promise<void>;
  onClose: () => void;
}

export function AddEndpoint({ onAdded, onClose }: AddEndpointProps) {
  const attempt = useAttempt();
  return (
    <Dialog title="Add an endpoint" onClose={onClose}>
      <EndpointForm
        submit="Add it"
        onCancel={onClose}
        onSubmit={async (body) => {
          const { secret } = await api.call(
            'POST /internal/webhooks/{account_id}/endpoints',
            { path: { account_id: me }, body },
            { idempotencyKey: attempt.keyFor(body) },
          );
          await onAdded(secret);
        }}
      />
    </Dialog>
  );
}
