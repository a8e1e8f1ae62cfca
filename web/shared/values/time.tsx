import { useContext } from 'preact/hooks';
import { WithinRow } from './within-row.ts';

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** For example 2026-03-01 09:30:00 UTC. */
export const utcOf = (at: string): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** A moment in the reader's zone. UTC is shown by hover and by focus. */
export function Time({ at }: { at: string | null | undefined }) {
  return at ? <Moment at={at}>{local.format(new Date(at))}</Moment> : <>–</>;
}

export function Moment({ at, children }: { at: string; children: string }) {
  const isWithinRow = useContext(WithinRow);
  const utc = utcOf(at);
  return (
    <time dateTime={at} title={utc} data-utc={utc} tabIndex={isWithinRow ? undefined : 0}>
      {children}
    </time>
  );
}
