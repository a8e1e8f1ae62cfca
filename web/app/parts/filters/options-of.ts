import type { States } from '#web/shared/values/badge.tsx';

/** The states that a filter offers, after the choice of all. */
export const optionsOf = (states: States<string>): (readonly [value: string, text: string])[] => [
  ['', 'All'],
  ...Object.entries(states).map(([value, [text]]) => [value, text] as const),
];
