import type { ContactSet, EmailContact, PhoneContact, Provenance } from '#values/contacts/index.ts';

/** How far one sighting of each kind is trusted, in per cent. Independent sources add up. */
const trustOf: Record<Provenance['kind'], number> = {
  subject_published: 95,
  operator_directory: 90,
  provider_observed: 85,
  provider_attested: 75,
  registry: 60,
  incidental: 50,
};
const confidenceMax = 99;

/**
 * Confidence from evidence: 1 − Π(1 − trust) over the sources, each counted once by its strongest sighting, 99 at most. Values
 * that only the operator's directory has keep the operator's confidence.
 */
export function withEvidence(set: ContactSet): ContactSet {
  return { ...set, emails: set.emails.map(weighed), phones: set.phones.map(weighed) };
}

function weighed<Contact extends EmailContact | PhoneContact>(contact: Contact): Contact {
  const strongest = new Map<string, number>();
  for (const { source, kind } of contact.sources) {
    strongest.set(source, Math.max(strongest.get(source) ?? 0, trustOf[kind]));
  }
  if (contact.sources.every(({ kind }) => kind === 'operator_directory')) return contact;
  const doubt = [...strongest.values()].reduce((rest, trust) => rest * (1 - trust / 100), 1);
  const evidence = Math.min(confidenceMax, Math.round((1 - doubt) * 100));
  // Two sources make a value more certain than either. A single source keeps its own confidence.
  const confidence =
    strongest.size > 1 ? Math.max(evidence, contact.confidence ?? 0) : (contact.confidence ?? evidence);
  return { ...contact, confidence };
}
