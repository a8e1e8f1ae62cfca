import Type, { type Static } from 'typebox';
import { instant, instantOrNull, orNull } from '#core/shapes.ts';
import type { Suppression } from './sql.ts';

export const Reason = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'For the audit trail; may not contain what the person is named by.',
});

const requesters = ['subject', 'operator', 'source'] as const;
export const requestedBy = (fallback: (typeof requesters)[number]) =>
  Type.Enum([...requesters], {
    default: fallback,
    description: 'Who wants it: the person, the operator, or a source that was told to forget the person.',
  });

const SuppressionId = Type.String({
  description: 'Stands for the value; the value itself is not kept and can not be told from it.',
});

export const SuppressionEntry = Type.Object({
  id: SuppressionId,
  kind: Type.Enum(['profile', 'email', 'phone']),
  reason: Type.String(),
  requested_by: Type.Enum([...requesters]),
  because_of: orNull(
    Type.String(),
    'Of a profile that was seen with a suppressed value: the entry of that value, with which it ends.',
  ),
  created_at: instant('When it was added.'),
  erased_at: instantOrNull(
    'When all that it hides was erased from the directory; null while that is to be done.',
  ),
});
export type SuppressionEntry = Static<typeof SuppressionEntry>;

export const SuppressionIds = (description: string) => Type.Array(SuppressionId, { description });

export const entryOf = (suppression: Suppression): SuppressionEntry => ({
  id: suppressionIdOf(suppression.key),
  kind: suppression.kind,
  reason: suppression.reason,
  requested_by: suppression.requestedBy,
  because_of: suppression.becauseOf && suppressionIdOf(suppression.becauseOf),
  created_at: suppression.createdAt.toISOString(),
  erased_at: suppression.erasedAt?.toISOString() ?? null,
});

export const suppressionIdOf = (key: string): string => `sup_${key.replaceAll('-', '')}`;

/** The key behind an id; null for anything that is no such id. */
export function keyOfSuppression(id: string): string | null {
  const hex = /^sup_([0-9a-f]{32})$/.exec(id)?.[1];
  return hex ? hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5') : null;
}
