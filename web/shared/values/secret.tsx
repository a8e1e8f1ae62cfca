import { useState } from 'preact/hooks';
import { Copy } from './copy.tsx';

/** A secret, covered until asked for. It can be copied without being shown. */
export function Secret({ text, label = 'the secret' }: { text: string; label?: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <span class="secret">
      <code>{isShown ? text : '•'.repeat(24)}</code>
      <button
        type="button"
        class="quiet"
        aria-label={`${isShown ? 'Hide' : 'Show'} ${label}`}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
      <Copy text={text} />
    </span>
  );
}
