import { dayMs } from '#core/clock.ts';
import { FileRefused } from '#values/contact-files/file-refused.ts';
import type { ExtraHost } from '#values/profile-link/index.ts';
import { type DateOrder, readDate } from './dates.ts';
import type { Fault } from './file-row.ts';

/** Rejects a value, or the whole row when it concerns the profile. */
export class RowFault extends Error {
  readonly fault: Fault;

  constructor(column: string, reason: string, detail: string) {
    super(reason);
    this.name = 'RowFault';
    this.fault = { column, reason, detail };
  }
}

/** Where a row's values come from, unless the row or value says otherwise. */
export interface Origin {
  source: string;
  url: string | null;
  /** ISO 8601, UTC. */
  seenAt: string;
  /** The latest valid sighting, in milliseconds since 1970. */
  latestMs: number;
  /** Null when the operator didn't set it. Ambiguous dates then refuse the file. */
  dateOrder: DateOrder | null;
  /** The operator's own code hosts, whose profiles count as people too. */
  codeHosts?: readonly ExtraHost[];
}

export const defaultSource = 'directory';

/** Customers see the source, so it never defaults to the file's name, which is the operator's own business. */
export const originOf = (
  startedAt: Date,
  { source = defaultSource, dateOrder = null }: { source?: string; dateOrder?: DateOrder | null } = {},
): Origin => ({
  source,
  url: null,
  seenAt: startedAt.toISOString(),
  // East of here, a date without a time may be tomorrow.
  latestMs: startedAt.getTime() + dayMs,
  dateOrder,
});

/** Returns what `read` returns. On a fault, records it and returns `otherwise`. */
export function takeOr<Value>(faults: Fault[], otherwise: Value, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RowFault)) throw error;
    faults.push(error.fault);
    return otherwise;
  }
}

/** Applies the row's or value's own origin over the defaults. */
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

/** Rejects a text that is too long, because a truncated name would be a different name. */
export function textWithin(column: keyof typeof lengthsMax, text: string): string {
  if (text.length <= lengthsMax[column]) return text;
  throw new RowFault(column, 'too_long', `${column} can have at most ${lengthsMax[column]} characters.`);
}

function pageOf(text: string): string {
  const url = text.length <= 2000 ? URL.parse(text) : null;
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url.href;
  throw new RowFault(
    'source_url',
    'invalid_source_url',
    'The page should be a complete link with https:// and at most 2,000 characters.',
  );
}

const lastTexts = new Map<string, { instant: string; ms: number }>();

/** Parses a date, or a date and time. Caches recent ones, because files repeat a few dates. */
function instantOf(text: string, { latestMs, dateOrder }: Origin): string {
  const key = `${dateOrder} ${text}`;
  const known = lastTexts.get(key);
  if (known && known.ms <= latestMs) return known.instant;
  const instant = known?.instant ?? readDate(text, dateOrder);
  if (instant === 'order_missing') {
    throw new FileRefused(
      'date_order_missing',
      'A date in the column seen_at is ambiguous. Say how dates are written with `date_order=dmy`, `date_order=mdy` or ' +
        '`date_order=ymd`, or write them as 2026-03-31.',
    );
  }
  if (instant === null) {
    throw new RowFault(
      'seen_at',
      'invalid_seen_at',
      'Write a date as 2026-03-31, or with a time as 2026-03-31T14:30:00Z.',
    );
  }
  const ms = Date.parse(instant);
  if (ms > latestMs) throw new RowFault('seen_at', 'seen_at_in_future', 'The date is in the future.');
  if (lastTexts.size >= 1000) lastTexts.clear();
  lastTexts.set(key, { instant, ms });
  return instant;
}
