import type { ComponentChildren } from 'preact';
import './live.css';

/** What appears here is read out. It takes no room while it is empty. */
export const Live = ({ children }: { children: ComponentChildren }) => (
  <div class="live stack" aria-live="polite">
    {children}
  </div>
);
