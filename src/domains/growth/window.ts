import { IsDateTime } from 'typebox/format';
import { type MemberFault, memberFault } from '#core/failure.ts';

/** From `starts_at`, up to but excluding `ends_at`. Null means unbounded. */
export interface Window {
  starts_at: Date | null;
  ends_at: Date | null;
}

export type WindowState = 'before' | 'within' | 'after';

export function stateOf({ starts_at, ends_at }: Window, now: Date): WindowState {
  if (ends_at && now >= ends_at) return 'after';
  return starts_at && now < starts_at ? 'before' : 'within';
}

/** The members `starts_at` and `ends_at` of a body. */
export interface GivenWindow {
  starts_at: string;
  ends_at: string;
}

/** Expects texts without a fault. */
export const readWindow = ({ starts_at, ends_at }: GivenWindow): Window => ({
  starts_at: starts_at === '' ? null : new Date(starts_at),
  ends_at: ends_at === '' ? null : new Date(ends_at),
});

export const windowOnWire = ({ starts_at, ends_at }: Window): GivenWindow => ({
  starts_at: starts_at?.toISOString() ?? '',
  ends_at: ends_at?.toISOString() ?? '',
});

/** An offset can carry a time over the end of the years that ISO 8601 writes with four digits. */
const lastYear = 9999;

const isInstant = (text: string): boolean =>
  text === '' || (IsDateTime(text) && new Date(text).getUTCFullYear() <= lastYear);

export function windowFaults(given: Readonly<Record<string, unknown>>): MemberFault[] {
  const { starts_at, ends_at } = given;
  if (typeof starts_at !== 'string' || typeof ends_at !== 'string') return [];
  const faults = Object.entries({ starts_at, ends_at })
    .filter(([, text]) => !isInstant(text))
    .map(([name]) =>
      memberFault(
        name,
        'Value should be an ISO 8601 time with an offset, such as 2026-11-08T00:00:00+05:30, or empty',
      ),
    );
  if (faults.length > 0 || starts_at === '' || ends_at === '') return faults;
  return new Date(starts_at) < new Date(ends_at)
    ? []
    : [memberFault('ends_at', 'The end should be after the start')];
}
