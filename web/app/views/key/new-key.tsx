import { useEffect, useRef } from 'preact/hooks';
import { Card } from '#web/shared/layout/card.tsx';
import { Secret } from '#web/shared/values/secret.tsx';

interface NewKeyProps {
  text: string;
  onStored: () => void;
}

/** A key that was just made. Nothing keeps its text but this page. */
export function NewKey({ text, onStored }: NewKeyProps) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.focus(), [text]);
  return (
    <div ref={card} tabIndex={-1} role="status">
      <Card title="Your new key">
        <p>Copy it now. We store only its hash, so we can’t show it again.</p>
        <p>
          <Secret text={text} label="the key" />
        </p>
        <button type="button" onClick={onStored}>
          I have stored it
        </button>
      </Card>
    </div>
  );
}
