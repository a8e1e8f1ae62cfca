import Type from 'typebox';

/** Members that a paginated list shares. */
export const Cursor = Type.Optional(
  Type.String({ maxLength: 100, description: '`next_cursor` of the page before.' }),
);
/** The cursor of a list in the order of whole numbers, such as ids that grow. */
export const NumberCursor = Type.Optional(
  Type.String({ pattern: '^[0-9]{1,15}$', description: '`next_cursor` of the page before.' }),
);
/** Which end of a list comes first. */
export const Order = Type.Enum(['newest', 'oldest'], { default: 'newest', description: 'Which come first.' });
/** The number in a `NumberCursor`, or undefined for the first page. */
export const numberIn = (cursor: string | undefined): number | undefined =>
  cursor === undefined ? undefined : Number(cursor);
export const NextCursor = Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page.' });
export const pageLimit = (maximum: number, fallback: number) =>
  Type.Integer({ minimum: 1, maximum, default: fallback, description: 'Maximum number to return.' });

/** Builds a page from `limit + 1` rows. The extra row shows that another page follows. */
export function pageOf<Row, Cursor>(
  found: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => Cursor,
): { rows: Row[]; nextCursor: Cursor | null } {
  const rows = found.slice(0, limit);
  return { rows, nextCursor: found.length > limit ? cursorOf(rows.at(-1)!) : null };
}
