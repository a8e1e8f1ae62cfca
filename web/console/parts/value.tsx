import { Rupees } from '#web/shared/values/rupees.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { readable } from './words.ts';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** A value of the API: a time in the reader's zone, an amount in rupees, else as it is. */
export function Value({ name, of }: { name: string; of: unknown }) {
  if (typeof of === 'number' && name.endsWith('_paise')) return <Rupees paise={of} />;
  if (typeof of === 'string' && instant.test(of)) return <Time at={of} />;
  return <>{readable(of)}</>;
}

/** Without the unit that the value shows. */
export const nameWithoutUnit = (name: string): string => name.replace(/_paise$/, '');
