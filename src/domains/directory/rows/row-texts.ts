import { dayMs } from '#core/clock.ts';
import type { ExtraHost } from '#values/profile-link/index.ts';
import { FileRefused } from '../file/file-refused.ts';
import { type DateOrder, readDate } from './dates.ts';
import type { Fault } from './file-row.ts';

/** Stops the judgement of a value, or of the row where it is the profile, at what is wrong with it. */
export class RowFault extends Error {
  readonly fault: Fault;

  constructor(column: string, reason: string, detail: string) {
    super(reason);
    this.name = 'RowFault';
    this.fault = { column, reason, detail };
  }
}

/** Where a row's values come from, unless the row or the value says otherwise. */
export interface Origin {
  source: string;
  url: string | null;
  /** ISO 8601, UTC. */
  seenAt: string;
  /** Nothing was seen later than this, in milliseconds since 1970. */
  latestMs: number;
  /** Null where the operator has not said it: then dates that need it refuse the file. */
  dateOrder: DateOrder | null;
  /** The operator's own code hosts, whose profiles are people too. */
  codeHosts?: readonly ExtraHost[];
}

export const defaultSource = 'directory';

/** Customers are shown the source: a file's name would tell them what the operator calls it. */
export const originOf = (
  startedAt: Date,
  { source = defaultSource, dateOrder = null }: { source?: string; dateOrder?: DateOrder | null } = {},
): Origin => ({
  source,
  url: null,
  seenAt: startedAt.toISOString(),
  // A date without a time may be tomorrow's, east of here.
  latestMs: startedAt.getTime() + dayMs,
  dateOrder,
});

/** Takes what a function reads; a fault goes to the list, and the value is as if it had not been given. */
export function takeOr<Value>(faults: Fault[], otherwise: Value, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RowFault)) throw error;
    faults.push(error.fault);
    return otherwise;
  }
}

/** What the row or value says of its origin, in place of what holds for all. */
export function originWithOverrides(
  said: { source?: string; source_url?: string; seen_at?: string },
  all: Origin,
  faults: Fault[],
): Origin {
  const { source, source_url, seen_at } = said;
  if (!source && !source_url && !seen_at) return all;
  return {
    ...all,
    source: source ? takeOr(faults, all.source, () => textWithin('source', source)) : all.source,
    url: source_url ? takeOr(faults, all.url, () => pageOf(source_url)) : all.url,
    seenAt: seen_at ? takeOr(faults, all.seenAt, () => instantOf(seen_at, all)) : all.seenAt,
  };
}

const lengthsMax = { full_name: 200, headline: 300, company: 200, location: 200, source: 100 } as const;
export const sourceLengthMax = lengthsMax.source;

/** The text, if it is not longer than is kept: a cut name would be another name. */
export function textWithin(column: keyof typeof lengthsMax, text: string): string {
  if (text.length <= lengthsMax[column]) return text;
  throw new RowFault(column, 'too_long', `At most ${lengthsMax[column]} characters are kept of ${column}.`);
}

function pageOf(text: string): string {
  const url = text.length <= 2000 ? URL.parse(text) : null;
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url.href;
  throw new RowFault(
    'source_url',
    'invalid_source_url',
    'The page is named by a whole address with https://, of at most 2,000 characters.',
  );
}

const lastTexts = new Map<string, string>();

/** A date, or a date and time. Files repeat few dates, so the last ones are remembered. */
function instantOf(text: string, { latestMs, dateOrder }: Origin): string {
  const key = `${dateOrder} ${text}`;
  const known = lastTexts.get(key);
  const instant = known ?? readDate(text, dateOrder);
  if (instant === 'order_missing') {
    throw new FileRefused(
      'date_order_missing',
      'A date in the column seen_at reads as two different days. Say in which order they are written with ' +
        'date_order=dmy, mdy or ymd (--date-order on the command line), or write them as 2026-03-31.',
    );
  }
  if (instant === null) {
    throw new RowFault(
      'seen_at',
      'invalid_seen_at',
      'A date is written 2026-03-31, with a time 2026-03-31T14:30:00Z.',
    );
  }
  if (Date.parse(instant) > latestMs)
    throw new RowFault('seen_at', 'seen_at_in_future', 'The date lies in the future.');
  if (!known) {
    if (lastTexts.size >= 1000) lastTexts.clear();
    lastTexts.set(key, instant);
  }
  return instant;
}
