import { contactLimits, evidenceKinds, type Provenance, type Sources } from '../shapes.ts';
import { ascending, descending, type Union, unite } from './unite.ts';

const strength = Object.fromEntries(evidenceKinds.map((kind, index) => [kind, index]));

const byTimeThenStrength = (one: Provenance, other: Provenance): number =>
  descending(one.seen_at, other.seen_at) || strength[one.kind]! - strength[other.kind]!;

// One page of one source is one witness, and its latest date counts. Sorted latest first, so the limit drops the oldest.
const provenances: Union<Provenance> = {
  key: ({ source, url }) => (url === null ? source : `${source}\n${url}`),
  join: (known, further) => (byTimeThenStrength(known, further) <= 0 ? known : further),
  order: (one, other) =>
    byTimeThenStrength(one, other) ||
    ascending(one.source, other.source) ||
    ascending(one.url ?? '', other.url ?? ''),
  most: contactLimits.sourcesMax,
};

/** Merges two lists: each source and page once with its latest sighting, latest first, at most 20. */
export const uniteSources = (known: Sources, further: readonly Provenance[]): Sources =>
  unite(known, further, provenances) as Sources;
