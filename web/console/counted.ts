import { countOf } from '../shared/count.tsx';

/** For example "1 profile" or "2,000 profiles". */
export const counted = (number: number, noun: string): string =>
  `${countOf(number)} ${number === 1 ? noun : `${noun}s`}`;
