import { type ContactSet, mergeContacts } from '#values/contacts/index.ts';
import type { Field, SourceDescription } from '../port.ts';

const everything: readonly Field[] = ['emails', 'phones', 'links'];
const bits: Record<Field, number> = { emails: 1, phones: 2, links: 4 };

/** Encodes a set of fields: 1 for emails, 2 for phones, 4 for links. */
export const sumOf = (fields: readonly Field[]): number =>
  fields.reduce((sum, field) => sum | bits[field], 0);

/**
 * The fields to ask a source for. A free source is always asked for everything, so that its answer serves later questions. A
 * paid one may charge by the field, so it is asked only for what is wanted.
 */
export const askedFor = (
  { tier, fields }: Pick<SourceDescription, 'tier' | 'fields'>,
  wants: readonly Field[],
): readonly Field[] => (tier === 'free' ? everything : fields.filter((field) => wants.includes(field)));

/** An answer to a question for `wanted`, an encoded set of fields. Contacts are null when the source knew nothing. */
export interface StoredSourceAnswer {
  wanted: number;
  contacts: ContactSet | null;
}

/** Combines one source's answers. Undefined when they leave part of the question open. */
export function answerTo(
  kept: readonly StoredSourceAnswer[],
  asked: readonly Field[],
): ContactSet | null | undefined {
  const covered = kept.reduce((sum, { wanted }) => sum | wanted, 0);
  if ((sumOf(asked) & ~covered) !== 0) return undefined;
  const finds = kept.flatMap(({ contacts }) => contacts ?? []);
  return finds.length === 0 ? null : finds.reduce(mergeContacts);
}
