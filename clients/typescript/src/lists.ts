import type { Answer, Route } from './answer.ts';

/** Routes whose answer is a list. */
export type Listing = { [R in Route]: Answer<R> extends List ? R : never }[Route];

/** One row of a list. */
export type Item<R extends Listing> = RowOf<Answer<R>>;

type List = { items: unknown[] } | { events: unknown[]; total: number } | { history: unknown[] };
type RowOf<A> = A extends { items: (infer Row)[] }
  ? Row
  : A extends { events: (infer Row)[] }
    ? Row
    : A extends { history: (infer Row)[] }
      ? Row
      : never;

interface Page {
  items?: unknown[];
  /** The list in a usage report. */
  events?: unknown[];
  /** The list in the settings. */
  history?: unknown[];
  next_cursor?: string | number | null;
  next_offset?: number | null;
  total?: number;
  offset?: number;
}

export const rowsOf = ({ items, events, history }: Page): unknown[] => items ?? events ?? history ?? [];

/** The parameters for the next page. Null after the last. */
export function afterPage(page: Page): { cursor: string | number } | { offset: number } | null {
  const { next_cursor: cursor, next_offset: next, total = 0, offset = 0 } = page;
  if (cursor !== undefined && cursor !== null) return { cursor };
  if (next !== undefined && next !== null) return { offset: next };
  const rows = rowsOf(page).length;
  return rows > 0 && offset + rows < total ? { offset: offset + rows } : null;
}
