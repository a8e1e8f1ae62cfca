import type { ComponentChildren } from 'preact';

/** A link to somebody else's site, in a tab of its own, which is not told where the reader came from. */
export function OutsideLink({ to, children }: { to: string; children?: ComponentChildren }) {
  const text = children ?? to.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
  if (!/^https?:\/\//.test(to)) return <>{text}</>;
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}
