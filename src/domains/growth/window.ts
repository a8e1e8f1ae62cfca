import { IsDateTime } from 'typebox/format';
import type { MemberFault } from '#core/failure.ts';
import { fault } from './faults.ts';

/** From `startsAt`, up to but excluding `endsAt`. Null means unbounded. */
export interface Window {
  startsAt: Date | null;
  endsAt: Date | null;
}

export type WindowState = 'before' | 'within' | 'after';

export function stateOf({ startsAt, endsAt }: Window, now: Date): WindowState {
  if (endsAt && now >= endsAt) return 'after';
  return startsAt && now < startsAt ? 'before' : 'within';
}

/** The members `starts_at` and `ends_at` of a body. */
export interface GivenWindow {
  starts_at: string;
  ends_at: string;
}

/** Expects texts without a fault. */
export const readWindow = ({ starts_at, ends_at }: GivenWindow): Window => ({
  startsAt: starts_at === '' ? null : new Date(starts_at),
  endsAt: ends_at === '' ? null : new Date(ends_at),
});

export const windowOnWire = ({ startsAt, endsAt }: Window): GivenWindow => ({
  starts_at: startsAt?.toISOString() ?? '',
  ends_at: endsAt?.toISOString() ?? '',
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
      fault(
        name,
        'Value should be an ISO 8601 time with an offset, such as 2026-11-08T00:00:00+05:30, or empty',
      ),
    );
  if (faults.length > 0 || starts_at === '' || ends_at === '') return faults;
  return new Date(starts_at) < new Date(ends_at)
    ? []
    : [fault('ends_at', 'The end should be after the start')];
}
