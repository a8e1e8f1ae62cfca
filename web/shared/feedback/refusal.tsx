import type { ComponentChildren } from 'preact';
import type { Explanation } from './explain-error.ts';

interface RefusalProps {
  of: Explanation;
  title?: string;
  children?: ComponentChildren;
}

/** What went wrong, read out at once, with the id to quote when asking for help. */
export function Refusal({ of: { text, requestId }, title, children }: RefusalProps) {
  return (
    <div class="refusal" role="alert">
      {title && <strong>{title}</strong>}
      <p>{text}</p>
      {requestId && (
        <p class="small">
          Request <code>{requestId}</code>
        </p>
      )}
      {children}
    </div>
  );
}
