import { openAbandoned } from './abandoned.ts';
import type { FinderOptions, Manner } from './finder-options.ts';
import { openLookUp } from './look-up.ts';
import { openParts } from './parts.ts';
import { openSourceLookup } from './source-lookup.ts';
import { openWaiting } from './waiting.ts';

/** Lookups of one manner. */
export function openLookups(options: FinderOptions, manner: Manner) {
  const parts = openParts(options, manner);
  const sourceLookup = openSourceLookup(parts);
  const abandoned = openAbandoned(parts, sourceLookup);
  const lookUp = openLookUp(parts, sourceLookup, openWaiting(parts, abandoned));
  const { replay, background } = parts;
  return { lookUp, replay, finishAbandoned: abandoned.endAll, settled: background.settled };
}
