import { session } from './session.ts';

/** Words that are a link, where the operator named whom to write to. */
export function Support({
  children,
  href = session.value?.contact?.href,
}: {
  children: string;
  href?: string;
}) {
  return href ? <a href={href}>{children}</a> : children;
}
