import { type ContactSet, mergeContacts } from '#values/contacts/index.ts';
import type { Field, SourceDescription } from '../port.ts';

const everything: readonly Field[] = ['emails', 'phones', 'links'];
const bits: Record<Field, number> = { emails: 1, phones: 2, links: 4 };

/** A set of fields as the sum of 1 for e-mails, 2 for phones and 4 for links. */
export const sumOf = (fields: readonly Field[]): number =>
  fields.reduce((sum, field) => sum | bits[field], 0);

/**
 * What a source is asked for. A free one is always asked for everything, so that its answer serves every later question.
 * A paid one may charge by the field, so it is asked only for what is wanted.
 */
export const askedFor = (
  { tier, fields }: Pick<SourceDescription, 'tier' | 'fields'>,
  wants: readonly Field[],
): readonly Field[] => (tier === 'free' ? everything : fields.filter((field) => wants.includes(field)));

/** An answer to the question for `wanted`, a sum of fields; null contacts where the source knew nothing. */
export interface StoredSourceAnswer {
  wanted: number;
  contacts: ContactSet | null;
}

/** What one source's answers say together; undefined where they leave something open that is asked for. */
export function answerTo(
  kept: readonly StoredSourceAnswer[],
  asked: readonly Field[],
): ContactSet | null | undefined {
  const covered = kept.reduce((sum, { wanted }) => sum | wanted, 0);
  if ((sumOf(asked) & ~covered) !== 0) return undefined;
  const finds = kept.flatMap(({ contacts }) => contacts ?? []);
  return finds.length === 0 ? null : finds.reduce(mergeContacts);
}
