import type { ComponentChildren } from 'preact';
import './live.css';

/** Screen readers announce what appears here. Takes no room while it is empty. */
export const Live = ({ children }: { children: ComponentChildren }) => (
  <div class="live stack" aria-live="polite">
    {children}
  </div>
);
