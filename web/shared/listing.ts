import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Request, Route } from '#client';
import { api } from './api.ts';
import type { Given } from './given.ts';

type ItemOf<A> = A extends { items: (infer I)[] } ? I : A extends { events: (infer I)[] } ? I : never;

/** Routes that answer a list by pages, whether by cursor or by offset. */
type PagedRoute = { [R in Route]: [ItemOf<Answer<R>>] extends [never] ? never : R }[Route];

export interface ListingState<I> {
  items: I[];
  error?: unknown;
  /** Whether the first page, or the next one, is on its way. */
  isLoading: boolean;
  /** Whether nothing has been answered yet. */
  isFresh: boolean;
  hasMore: boolean;
  more: () => Promise<void>;
  /** Asks again for as much as is shown. */
  reload: () => Promise<void>;
}

type Position = { cursor?: string | number; offset?: number } | null;
interface Held<I> {
  key: string;
  items: I[];
  next: Position;
  error?: unknown;
  isLoading: boolean;
  isFresh: boolean;
}

/** A list of the API, page by page. It starts again when the request changes. */
export function useListing<R extends PagedRoute>(
  route: R,
  ...[request, { when = true } = {}]: Given<R, { when?: boolean }>
): ListingState<ItemOf<Answer<R>>> {
  type I = ItemOf<Answer<R>>;
  const key = JSON.stringify([route, request]);
  const start = (): Held<I> => ({ key, items: [], next: {}, isLoading: when, isFresh: true });
  const [held, hold] = useState(start);
  const stop = useRef(new AbortController());

  const read = useCallback(
    async (from: Position, shown: I[], atLeast: number) => {
      stop.current.abort();
      stop.current = new AbortController();
      const { signal } = stop.current;
      hold((before) => ({ ...(before.key === key ? before : start()), error: undefined, isLoading: true }));
      const change = await readPages<R>(route, request as Request<R>, from, atLeast, signal);
      if (signal.aborted) return;
      hold((before) =>
        'error' in change
          ? { ...before, ...change, isLoading: false }
          : { key, items: [...shown, ...change.items], next: change.next, isLoading: false, isFresh: false },
      );
    },
    [key],
  );

  useEffect(() => {
    if (when) void read({}, [], 1);
    return () => stop.current.abort();
  }, [read, when]);

  const { items, next, error, isLoading, isFresh } = held.key === key ? held : start();
  return {
    items,
    error,
    isLoading,
    isFresh,
    hasMore: next !== null && !isFresh,
    more: () => read(next, items, 1),
    reload: () => read({}, [], items.length),
  };
}

async function readPages<R extends PagedRoute>(
  route: R,
  request: Request<R> | undefined,
  from: Position,
  atLeast: number,
  signal: AbortSignal,
): Promise<{ items: ItemOf<Answer<R>>[]; next: Position } | { error: unknown }> {
  const call = api.call.bind(api) as (
    route: R,
    request: object,
    options: object,
  ) => Promise<Page<ItemOf<Answer<R>>>>;
  const given = request as { query?: object } | undefined;
  const items: ItemOf<Answer<R>>[] = [];
  try {
    for (let at = from; ; ) {
      const page = await call(route, { ...given, query: { ...given?.query, ...at } }, { signal });
      items.push(...(page.items ?? page.events ?? []));
      at = positionAfter(page);
      if (at === null || items.length >= atLeast) return { items, next: at };
    }
  } catch (error) {
    return { error };
  }
}

interface Page<I> {
  items?: I[];
  events?: I[];
  next_cursor?: string | number | null;
  next_offset?: number | null;
  total?: number;
  limit?: number;
  offset?: number;
}

function positionAfter({ next_cursor, next_offset, total, limit = 0, offset = 0 }: Page<unknown>): Position {
  if (next_cursor !== undefined && next_cursor !== null) return { cursor: next_cursor };
  if (next_offset !== undefined && next_offset !== null) return { offset: next_offset };
  return total !== undefined && offset + limit < total ? { offset: offset + limit } : null;
}
