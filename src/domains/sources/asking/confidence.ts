import type { ContactSet, EmailContact, PhoneContact, Provenance } from '#values/contacts/index.ts';

/** How far one sighting of a kind is trusted, in per cent; several independent sources make it surer. */
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
 * Confidence by evidence: 1 − Π(1 − trust) over the sources, each counted once with its strongest sighting, 99 at most.
 * A value that only the operator's directory has keeps what the operator said of it.
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
  // Two sources make a value surer than the surest of them; one alone is as sure as it says.
  const confidence =
    strongest.size > 1 ? Math.max(evidence, contact.confidence ?? 0) : (contact.confidence ?? evidence);
  return { ...contact, confidence };
}
