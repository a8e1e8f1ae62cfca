import Type, { type TSchema } from 'typebox';

/** A member that is always present and may be null. */
export const orNull = <Shape extends TSchema>(shape: Shape, description?: string) =>
  Type.Union([shape, Type.Null()], description === undefined ? {} : { description });

const iso = 'ISO 8601, UTC.';
export const instant = (description: string) =>
  Type.String({ format: 'date-time', description: `${description} ${iso}` });
export const instantOrNull = (description: string) =>
  orNull(Type.String({ format: 'date-time' }), `${description} ${iso}`);

/** A text whose outer white space is removed before it is checked. One of invisible characters becomes empty. */
export const trimmed = { 'x-trimmed': true } as const;

/** Why an operator does something, for the other operators. A blank one is none. */
export const requiredReason = (description: string) =>
  Type.String({ ...trimmed, minLength: 1, maxLength: 500, pattern: '\\S', description });
export const optionalReason = (description: string, ...examples: string[]) =>
  Type.String({
    ...trimmed,
    maxLength: 500,
    default: '',
    description,
    ...(examples.length > 0 ? { examples } : {}),
  });
