import Type, { type Static } from 'typebox';
import { idOfUuid, uuidInId } from '#core/ids.ts';
import { instant, instantOrNull, orNull, requiredReason, text } from '#core/shapes.ts';

export const Reason = requiredReason(
  "The reason, for the audit log. It may not contain the person's link, address or number.",
);

export const mailTo = Type.String({
  format: 'email',
  maxLength: 254,
  description: "The person's own address.",
});

const requesters = ['subject', 'operator', 'source'] as const;
export const requestedBy = (fallback: (typeof requesters)[number]) =>
  Type.Enum([...requesters], {
    default: fallback,
    description:
      'Origin of the request: the person, the operator, or a source at which the person opted out.',
  });

const SuppressionId = text('Identifies the value. The value is not stored and cannot be derived from it.');

export const SuppressionEntry = Type.Object(
  {
    id: SuppressionId,
    kind: Type.Enum(['profile', 'email', 'phone'], { description: 'The hidden value.' }),
    reason: text('Why it is hidden.'),
    requested_by: Type.Enum([...requesters], { description: 'Origin of the request.' }),
    because_of: orNull(
      Type.String(),
      'For a profile hidden because of a suppressed value: that value’s entry. The profile is released with it.',
    ),
    created_at: instant('When the entry was added.'),
    erased_at: instantOrNull(
      'When everything it hides was erased from the directory. Null while that is pending.',
    ),
  },
  { title: 'Suppression' },
);
export type SuppressionEntry = Static<typeof SuppressionEntry>;

/** An entry as it is stored: `key` takes the place of its id, also in `because_of`. */
export interface Suppression extends Omit<SuppressionEntry, 'id'> {
  key: string;
}

export const SuppressionIds = (description: string) => Type.Array(SuppressionId, { description });

export const entryOf = ({ key, because_of, ...others }: Suppression): SuppressionEntry => ({
  ...others,
  id: suppressionIdOf(key),
  because_of: because_of && suppressionIdOf(because_of),
});

export const suppressionIdOf = (key: string): string => idOfUuid('sup', key);

/** The key in an entry's id. Null for any other text. */
export const keyOfSuppression = (id: string): string | null => uuidInId('sup', id);
