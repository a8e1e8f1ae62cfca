import { counted } from '#web/shared/values/count.tsx';
/** For example 40 seconds, 5 minutes, 23 hours. */
export function waitWords(seconds: number): string {
  if (seconds < 100) return times(seconds, 'second');
  return seconds < 5400 ? times(seconds / 60, 'minute') : times(seconds / 3600, 'hour');
}

const times = (amount: number, unit: string): string => counted(Math.max(1, Math.ceil(amount)), unit);
