import type { ComponentChildren } from 'preact';
import type { Explanation } from './explain-error.ts';

interface RefusalProps {
  of: Explanation;
  title?: string;
  children?: ComponentChildren;
}

/** An error, announced at once, with the request id to quote to support. */
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
