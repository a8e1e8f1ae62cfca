import type { ComponentChildren } from 'preact';

/** A link to another site. Opens a new tab and sends no referrer. */
export function OutsideLink({ to, children }: { to: string; children?: ComponentChildren }) {
  const text = children ?? to.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
  if (!/^https?:\/\//.test(to)) return <>{text}</>;
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}
