import { useEffect, useState } from 'preact/hooks';
import { None } from './none.tsx';
import { Moment } from './time.tsx';

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export function agoOf(at: string, now: number): string {
  const seconds = Math.round((Date.parse(at) - now) / 1000);
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? [];
  if (unit && length) return words.format(Math.trunc(seconds / length), unit);
  return seconds > 0 ? 'in less than a minute' : 'just now';
}

/** How long ago, or how soon: 3 hours ago. The moment itself is shown by hover. */
export function Ago({ at }: { at: string | null | undefined }) {
  // Drawn again every 30 seconds, and sooner with a newer answer.
  const [, setDrawnAt] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setDrawnAt(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return at ? <Moment at={at}>{agoOf(at, Date.now())}</Moment> : <None />;
}
