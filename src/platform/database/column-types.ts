import assert from 'node:assert';
import pg from 'pg';

const { builtins } = pg.types;
const textArrayOid = 1009;
const bigintArrayOid = 1016;
const timestamptzArrayOid = 1185;

/** PostgreSQL's `infinity` becomes the last possible Date: it compares correctly and keeps its type. */
const endOfTime = new Date(8.64e15);
const startOfTime = new Date(-8.64e15);

/** Amounts and ids are far below 2^53. A larger value throws instead of being rounded. */
function safeInteger(text: string): number {
  const value = Number(text);
  assert(Number.isSafeInteger(value), `bigint ${text} is too large for a JavaScript number`);
  return value;
}

const readTimestamp = pg.types.getTypeParser(builtins.TIMESTAMPTZ) as (text: string) => Date | number;

function timestamp(text: string): Date {
  const value = readTimestamp(text);
  if (value instanceof Date) return value;
  return value > 0 ? endOfTime : startOfTime;
}

const readTexts = pg.types.getTypeParser(textArrayOid as never) as (text: string) => (string | null)[];

const arrayOf =
  <Value>(read: (text: string) => Value) =>
  (text: string) =>
    readTexts(text).map((item) => (item === null ? null : read(item)));

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, safeInteger],
  [builtins.TIMESTAMPTZ, timestamp],
  // By default `pg` returns midnight in the machine's time zone.
  [builtins.DATE, (text) => text],
  [bigintArrayOid, arrayOf(safeInteger)],
  [timestamptzArrayOid, arrayOf(timestamp)],
]);

/** How columns are parsed: `bigint` as number, `timestamptz` as Date, `date` as text, the rest as `pg` does. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format as 'text'),
};
