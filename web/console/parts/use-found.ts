import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Item, Listing } from '#client';
import { api } from '#web/shared/answers/api.ts';
import type { AnswerState } from '#web/shared/answers/use-answer.ts';

/** One item of a list that can't be asked for it by name. Null when it isn't there, or nothing is looked for. */
export function useFound<R extends Listing>(
  route: R,
  name: string | null,
  nameOf: (item: Item<R>) => string,
): AnswerState<Item<R> | null> {
  type Found = Omit<AnswerState<Item<R> | null>, 'reload'>;
  const [found, hold] = useState<Found>(
    name === null ? { value: null, isLoading: false } : { isLoading: true },
  );
  const latest = useRef({});
  const load = useCallback(async () => {
    const turn = {};
    latest.current = turn;
    const keep = (next: (before: Found) => Found) => {
      if (turn === latest.current) hold(next);
    };
    if (name === null) return void keep(() => ({ value: null, isLoading: false }));
    try {
      const value = await itemOf(route, name, nameOf);
      keep(() => ({ value, isLoading: false }));
    } catch (error) {
      keep((before) => ({ ...before, error, isLoading: false }));
    }
  }, [route, name]);
  useEffect(() => void load(), [load]);
  return { ...found, reload: load };
}

async function itemOf<R extends Listing>(
  route: R,
  name: string,
  nameOf: (item: Item<R>) => string,
): Promise<Item<R> | null> {
  const itemsOf = api.items.bind(api) as unknown as (route: R, request: object) => AsyncIterable<Item<R>>;
  for await (const item of itemsOf(route, { query: { limit: 1000 } })) {
    if (nameOf(item) === name) return item;
  }
  return null;
}
