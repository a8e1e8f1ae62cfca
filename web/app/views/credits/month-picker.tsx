import { addressWith, useQuery } from '#web/shared/shell/use-query.ts';
import { monthAfter, monthName, monthsToChoose } from './months.ts';

interface MonthPickerProps {
  month: string;
  now: Date;
  /** The first day of the account, once that is known. */
  since: string | undefined;
}

/** The month that is shown, and the ways to others. Kept in the address. */
export function MonthPicker({ month, now, since }: MonthPickerProps) {
  const [query, change] = useQuery();
  const months = monthsToChoose(month, now, since);
  const linkTo = (other: string) => addressWith('/app/credits', query, { month: other, day: null });
  const [earlier, later] = [monthAfter(month, -1), monthAfter(month, 1)];
  return (
    <div class="month-picker">
      {earlier >= months.at(-1)! && (
        <a class="button" href={linkTo(earlier)} aria-label={monthName(earlier)}>
          ‹
        </a>
      )}
      <select
        aria-label="Month"
        value={month}
        onChange={(event) => change({ month: event.currentTarget.value, day: null })}
      >
        {months.map((each) => (
          <option key={each} value={each} selected={each === month}>
            {monthName(each)}
          </option>
        ))}
      </select>
      {later <= months[0]! && (
        <a class="button" href={linkTo(later)} aria-label={monthName(later)}>
          ›
        </a>
      )}
    </div>
  );
}
