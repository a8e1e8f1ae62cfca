import type { ComponentChildren } from 'preact';
import './note.css';

interface NoteProps {
  tone?: 'warn';
  /** Reads it out when it appears. */
  isNews?: boolean;
  children: ComponentChildren;
}

/** Something to know before you continue. */
export function Note({ tone, isNews, children }: NoteProps) {
  return (
    <div class={tone ? `note ${tone}` : 'note'} role={isNews ? 'status' : undefined}>
      {children}
    </div>
  );
}
