import { useContext } from 'preact/hooks';
import { None } from './none.tsx';
import { WithinRow } from './within-row.ts';

const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const moments = new Intl.DateTimeFormat('en-GB', { ...date, hour: '2-digit', minute: '2-digit' });
const days = {
  local: new Intl.DateTimeFormat('en-GB', date),
  UTC: new Intl.DateTimeFormat('en-GB', { ...date, timeZone: 'UTC' }),
};

/** For example 1 Mar 2026, 09:30, in the reader's zone. */
export const timeOf = (at: string): string => moments.format(new Date(at));

/** For example 1 Mar 2026. */
export const dayOf = (at: string, zone: keyof typeof days = 'local'): string =>
  days[zone].format(new Date(at));

/** For example 2026-03-01 09:30:00 UTC. */
export const utcOf = (at: string): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** A moment in the reader's zone. UTC is shown by hover and by focus. */
export function Time({ at }: { at: string | null | undefined }) {
  return at ? <Moment at={at}>{timeOf(at)}</Moment> : <None />;
}

/** A day in the reader's zone. The moment itself is shown by hover. */
export const Day = ({ at }: { at: string | null }) => (at ? <Moment at={at}>{dayOf(at)}</Moment> : <None />);

export function Moment({ at, children }: { at: string; children: string }) {
  const isWithinRow = useContext(WithinRow);
  const utc = utcOf(at);
  return (
    <time dateTime={at} title={utc} data-utc={utc} tabIndex={isWithinRow ? undefined : 0}>
      {children}
    </time>
  );
}
