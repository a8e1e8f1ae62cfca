import { useCallback, useEffect, useState } from 'preact/hooks';
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
  const load = useCallback(async () => {
    if (name === null) return hold({ value: null, isLoading: false });
    try {
      hold({ value: await itemOf(route, name, nameOf), isLoading: false });
    } catch (error) {
      hold((before) => ({ ...before, error, isLoading: false }));
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
