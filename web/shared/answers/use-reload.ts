import { useEffect } from 'preact/hooks';

const shown = new Set<() => Promise<void>>();

/** Asks again for every answer and list on the page, after an act that isn't part of a view. */
export async function reloadShown(): Promise<void> {
  await Promise.all([...shown].map((reload) => reload()));
}

/** Lets `reloadShown` ask again. */
export function useReload(reload: () => Promise<void>): void {
  useEffect(() => {
    shown.add(reload);
    return () => void shown.delete(reload);
  });
}
