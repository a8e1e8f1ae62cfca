import Type, { type TObject, type TSchema } from 'typebox';

/** A member that is always present and may be null. */
export const orNull = <Shape extends TSchema>(shape: Shape, description?: string) =>
  Type.Union([shape, Type.Null()], description === undefined ? {} : { description });

/** A text of an answer. */
export const text = (description: string, ...examples: string[]) =>
  Type.String({ description, ...shown(examples) });

/** A text of a request that may not be empty. */
export const requiredText = (maxLength: number, description: string, ...examples: string[]) =>
  Type.String({ minLength: 1, maxLength, description, ...shown(examples) });

/** A text of a request that may be left out, and is empty then. */
export const optionalText = (maxLength: number, description: string, ...examples: string[]) =>
  Type.String({ maxLength, default: '', description, ...shown(examples) });

const shown = (examples: readonly string[]) => (examples.length > 0 ? { examples: [...examples] } : {});

const iso = 'ISO 8601, UTC.';
const dateTime = { type: 'string', format: 'date-time' } as const;

/** A time of an answer. An operation returns the `Date` of the row; writing the answer as JSON turns it into text. */
export const instant = (description: string) =>
  Type.Unsafe<Date>({ ...dateTime, description: `${description} ${iso}` });
export const instantOrNull = (description: string) =>
  orNull(Type.Unsafe<Date>(dateTime), `${description} ${iso}`);

/** A time that the stored document already has as text. */
export const instantText = (description: string) =>
  Type.String({ format: 'date-time', description: `${description} ${iso}` });

/** The columns that a row needs to be answered as it is: the members of the shape. */
export const columnsOf = <Shape extends TObject>({ properties }: Shape) =>
  Object.keys(properties) as (keyof Shape['properties'] & string)[];

/** A text whose outer white space is removed before it is checked. One of invisible characters becomes empty. */
export const trimmed = { 'x-trimmed': true } as const;

/** Why an operator does something, for the other operators. A blank one is none. */
export const requiredReason = (description: string) =>
  Type.String({ ...trimmed, minLength: 1, maxLength: 500, pattern: '\\S', description });
export const optionalReason = (description: string, ...examples: string[]) =>
  Type.String({ ...trimmed, maxLength: 500, default: '', description, ...shown(examples) });
