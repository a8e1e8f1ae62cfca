import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

/** Puts a text on the clipboard. Away from https there is no clipboard API, so the text is selected and copied the old way. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  // A modal dialog makes everything outside of it inert.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

export function Copy({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [isCopied, copyIt] = useCopied(text);
  return (
    <button type="button" class="quiet" onClick={copyIt}>
      <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
    </button>
  );
}

/** Copies the value before it. Shown under the pointer, and when it has the focus. */
export function CopyIcon({ text }: { text: string }) {
  const [isCopied, copyIt] = useCopied(text);
  return (
    <button type="button" class="quiet copy-icon" aria-label={`Copy ${text}`} onClick={copyIt}>
      <Icon of={isCopied ? 'check' : 'copy'} />
    </button>
  );
}

function useCopied(text: string): [isCopied: boolean, copyIt: () => void] {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return [isCopied, () => void copy(text).then(() => setCopied(true))];
}
