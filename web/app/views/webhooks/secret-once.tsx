import { useEffect, useRef } from 'preact/hooks';
import { Card } from '#web/shared/layout/card.tsx';
import { Secret } from '#web/shared/values/secret.tsx';

interface SecretOnceProps {
  secret: string;
  onStored: () => void;
}

/** The secret of an endpoint, right after it was made. */
export function SecretOnce({ secret, onStored }: SecretOnceProps) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.focus(), [secret]);
  return (
    <div ref={card} tabIndex={-1} role="status">
      <Card title="The signing secret of the endpoint">
        <p>Your server verifies each message with it. Copy it now: it is shown once.</p>
        <p>
          <Secret text={secret} />
        </p>
        <button type="button" onClick={onStored}>
          I have stored it
        </button>
      </Card>
    </div>
  );
}
