import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Item, Listing, Request } from '#client';
import { afterPage, rowsOf } from '#client/lists.ts';
import type { Arguments } from '#client/route-client.ts';
import { api } from '#web/shared/answers/api.ts';
import { useReload } from '#web/shared/answers/use-reload.ts';

export interface ListingState<I, Page = unknown> {
  items: I[];
  /** The newest answer, for what it says beside its items. */
  page?: Page;
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

type Position = ReturnType<typeof afterPage> | Record<string, never>;
interface Held<I, Page> {
  key: string;
  /** The list itself, without its filters. */
  subject: string;
  /** The key that the rows are the answer to. */
  answered: string | null;
  items: I[];
  page?: Page;
  next: Position;
  error?: unknown;
  isLoading: boolean;
  isFresh: boolean;
}

/** A list of the API, page by page. It starts again when the request changes; other filters keep the rows until their answer. */
export function useListing<R extends Listing>(
  route: R,
  ...[request, { when = true } = {}]: Arguments<R, { when?: boolean }>
): ListingState<Item<R>, Answer<R>> {
  type I = Item<R>;
  const key = JSON.stringify([route, request]);
  const subject = subjectOf(route, request);
  const start = (before?: Held<I, Answer<R>>): Held<I, Answer<R>> =>
    before?.subject === subject && before.items.length > 0 && when
      ? { ...before, key, next: null, error: undefined, isLoading: true }
      : { key, subject, answered: null, items: [], next: {}, isLoading: when, isFresh: true };
  const [held, hold] = useState(() => start());
  const stop = useRef(new AbortController());

  const read = useCallback(
    async (from: Position, shown: I[], atLeast: number) => {
      stop.current.abort();
      stop.current = new AbortController();
      const { signal } = stop.current;
      hold((before) => ({
        ...(before.key === key ? before : start(before)),
        error: undefined,
        isLoading: true,
      }));
      const change = await readPages<R>(route, request as Request<R>, from, atLeast, signal);
      if (signal.aborted) return;
      const done = { key, subject, isLoading: false };
      hold((before) =>
        'error' in change
          ? { ...(before.answered === key ? before : start()), ...change, ...done }
          : { ...done, ...change, answered: key, items: [...shown, ...change.items], isFresh: false },
      );
    },
    [key],
  );

  useEffect(() => {
    if (when) void read({}, [], 1);
    return () => stop.current.abort();
  }, [read, when]);

  const { items, page, next, error, isLoading, isFresh } = held.key === key ? held : start(held);
  const reload = () => read({}, [], items.length);
  useReload(reload);
  return {
    items,
    page,
    error,
    isLoading,
    isFresh,
    hasMore: next !== null && !isFresh,
    more: () => read(next, items, 1),
    reload,
  };
}

/** Ids name it in the path or in the query: rows of one account are never shown as those of another. */
function subjectOf(route: string, request: { path?: object; query?: object } = {}): string {
  const ids = Object.entries(request.query ?? {}).filter(([name]) => name.endsWith('_id'));
  return JSON.stringify([route, request.path, ids]);
}

async function readPages<R extends Listing>(
  route: R,
  request: Request<R> | undefined,
  from: Position,
  atLeast: number,
  signal: AbortSignal,
): Promise<{ items: Item<R>[]; page: Answer<R>; next: Position } | { error: unknown }> {
  const call = api.call.bind(api) as (route: R, request: object, options: object) => Promise<Answer<R>>;
  const given = request as { query?: object } | undefined;
  const items: Item<R>[] = [];
  try {
    for (let at = from; ; ) {
      const page = await call(route, { ...given, query: { ...given?.query, ...at } }, { signal });
      items.push(...(rowsOf(page as object) as Item<R>[]));
      at = afterPage(page as object);
      if (at === null || items.length >= atLeast) return { items, page, next: at };
    }
  } catch (error) {
    return { error };
  }
}
