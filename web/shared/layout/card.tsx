import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface CardProps {
  title?: ComponentChildren;
  /** Buttons and links beside the title. */
  actions?: ComponentChildren;
  children?: ComponentChildren;
}

export function Card({ title, actions, children }: CardProps) {
  const id = useId();
  if (!title) return <div class="card">{children}</div>;
  return (
    <section class="card" aria-labelledby={id}>
      <header class="card-head">
        <h2 id={id}>{title}</h2>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
