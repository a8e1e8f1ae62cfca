import { Chips } from '#web/app/parts/filters/chips.tsx';
import { surfaceName } from '#web/app/parts/filters/surfaces.ts';
import { PastLookups, type PastQuery } from '#web/app/parts/lookups/past-lookups.tsx';
import { addressWith, useQuery } from '#web/shared/shell/use-query.ts';
import { dayOf } from '#web/shared/values/time.tsx';
import { dayAfter, daysOf, midnightIn, monthName } from './months.ts';
import { sourceName } from './words.ts';

const charges = [
  ['', 'All'],
  ['yes', 'Paid'],
  ['no', 'Free'],
] as const;

const noCause = { day: null, kind: null, opened_from: null, key_id: null, source: null };

type Address = Readonly<Record<string, string>>;

const dayIn = ({ day }: Address, month: string) => (day?.startsWith(month) ? day : undefined);

/** Which lookups the address of the view means. The days are those of the time zone. */
export function paidQuery(address: Address, month: string, zone: string): PastQuery {
  const { kind, opened_from, key_id, source } = address;
  const day = dayIn(address, month);
  const charged = charges.find(([value]) => value === address.charged)?.[0];
  const days = day ? { start: day, end: day } : daysOf(month);
  const span = { start: midnightIn(zone, days.start), end: midnightIn(zone, dayAfter(days.end)) };
  return { ...span, kind, opened_from, key_id, source, charged, mode: 'live' };
}

/** The lookups of a month one by one, or those of one cause and day. */
export function PaidLookups({ month, zone }: { month: string; zone: string }) {
  const [address] = useQuery();
  const query = paidQuery(address, month, zone);
  const { kind, opened_from, key_id, source } = query;
  const day = dayIn(address, month);
  const cause = [
    day && dayOf(day, 'UTC'),
    opened_from ? surfaceName(opened_from) : kind && 'Single lookups',
    key_id && 'one key',
    source && sourceName(source),
  ].filter(Boolean);
  return (
    <>
      <div class="chip-bar">
        <Chips name="charged" label="Cost" options={charges} />
        {cause.length > 0 && (
          <a class="chip" aria-current="true" href={addressWith('/app/credits', address, noCause)}>
            {cause.join(', ')} <span class="unseen">Show all lookups of the month</span> ×
          </a>
        )}
      </div>
      <PastLookups query={query} empty={`No such lookup in ${day ? dayOf(day, 'UTC') : monthName(month)}.`} />
    </>
  );
}
