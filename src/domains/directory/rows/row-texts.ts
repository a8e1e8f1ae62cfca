import { dayMs } from '#core/clock.ts';
import type { ExtraHost } from '#core/profile-link/index.ts';
import type { Fault } from './file-row.ts';

/** Stops the judgement of a row at the first thing that is wrong with it. */
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
  /** The operator's own code hosts, whose profiles are people too. */
  codeHosts?: readonly ExtraHost[];
}

/** A file that names no source of its rows is the source itself. */
export function originOfFile(fileName: string, startedAt: Date): Origin {
  return {
    source: fileName.trim().slice(0, sourceMax) || 'operator directory',
    url: null,
    seenAt: startedAt.toISOString(),
    // A date without a time may be tomorrow's, east of here.
    latestMs: startedAt.getTime() + dayMs,
  };
}

/** What the row or value says of its origin, in place of what holds for all. */
export function originOf(
  said: { source?: string; source_url?: string; seen_at?: string },
  all: Origin,
): Origin {
  if (!said.source && !said.source_url && !said.seen_at) return all;
  return {
    source: said.source ? textWithin('source', said.source) : all.source,
    url: said.source_url ? pageOf(said.source_url) : all.url,
    seenAt: said.seen_at ? instantOf(said.seen_at, all.latestMs) : all.seenAt,
    latestMs: all.latestMs,
  };
}

const sourceMax = 100;
const lengthsMax = { full_name: 200, headline: 300, company: 200, location: 200, source: sourceMax } as const;

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

const dateForm = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const lastTexts = new Map<string, string>();

/** A date, or a date and time; without an offset it is UTC. Files repeat few dates, so the last ones are remembered. */
function instantOf(text: string, latestMs: number): string {
  const known = lastTexts.get(text);
  const instant = known ?? readInstant(text);
  if (Date.parse(instant) > latestMs)
    throw new RowFault('seen_at', 'seen_at_in_future', 'The date lies in the future.');
  if (!known) {
    if (lastTexts.size >= 1000) lastTexts.clear();
    lastTexts.set(text, instant);
  }
  return instant;
}

function readInstant(text: string): string {
  const [, year, month, day] = dateForm.exec(text) ?? [];
  const at = year === undefined ? Number.NaN : Date.parse(withOffset(text));
  // The engine reads 30 February as 1 March.
  const isDate = day !== undefined && new Date(Date.UTC(+year!, +month! - 1, +day)).getUTCDate() === +day;
  if (Number.isNaN(at) || !isDate || Number(year) < 1970) {
    throw new RowFault(
      'seen_at',
      'invalid_seen_at',
      'A date is written 2026-03-31, with a time 2026-03-31T14:30:00Z.',
    );
  }
  return new Date(at).toISOString();
}

function withOffset(text: string): string {
  const iso = text.replace(' ', 'T');
  return iso.includes('T') && !/(?:Z|[+-]\d\d:?\d\d)$/.test(iso) ? `${iso}Z` : iso;
}
