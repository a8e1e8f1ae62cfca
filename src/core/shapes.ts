import Type, { type TSchema } from 'typebox';

/** A member that is always present and may be null. */
export const orNull = <Shape extends TSchema>(shape: Shape, description?: string) =>
  Type.Union([shape, Type.Null()], description === undefined ? {} : { description });

const iso = 'ISO 8601, UTC.';
export const instant = (description: string) =>
  Type.String({ format: 'date-time', description: `${description} ${iso}` });
export const instantOrNull = (description: string) =>
  orNull(Type.String({ format: 'date-time' }), `${description} ${iso}`);
