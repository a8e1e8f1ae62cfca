import type { ComponentChildren } from 'preact';

/** Nothing here yet: what would be here, and what to do. */
export function Empty({ title, children }: { title: ComponentChildren; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}
