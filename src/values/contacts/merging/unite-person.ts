import type { PersonSeenAt } from '../contact-values.ts';
import type { Person } from '../shapes.ts';
import { ascending, descending } from './unite.ts';

export type DatedPerson = { person: Person; person_seen_at?: PersonSeenAt };

const fields = ['full_name', 'headline', 'company', 'location'] as const;

/** Merges each text by its date; the later wins. Returns `known` itself if nothing changes. Undated counts as oldest. */
export function unitePerson(known: DatedPerson, further: DatedPerson): DatedPerson {
  const person = { ...known.person };
  const person_seen_at: PersonSeenAt = { ...(known.person_seen_at ?? undated) };
  let unchanged = true;
  for (const field of fields) {
    const text = further.person[field];
    const seenAt = further.person_seen_at?.[field] ?? null;
    if (text === null || isLater(person[field], person_seen_at[field], text, seenAt)) continue;
    person[field] = text;
    person_seen_at[field] = seenAt;
    unchanged = false;
  }
  return unchanged ? known : { person, person_seen_at };
}

const undated: PersonSeenAt = { full_name: null, headline: null, company: null, location: null };

// On a tie the longer text says more ("Jane Q. Doe"). The last comparison only makes the result deterministic.
function isLater(known: string | null, knownAt: string | null, text: string, seenAt: string | null): boolean {
  if (known === null) return false;
  const order =
    descending(knownAt ?? '', seenAt ?? '') || text.length - known.length || ascending(known, text);
  return order <= 0;
}
