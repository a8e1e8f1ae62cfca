/** So long after a process last said that it goes on with something it counts as dead, and another may take it over. */
export const leaseMs = 6_000;

export interface Leases<Item> {
  /** Says again and again that this process goes on with the item, until what it gives is disposed of. */
  keep(item: Item): Disposable;
}

/** Renews all that is kept together, every third of a lease. One renewal at a time; a failed one is tried with the next. */
export function openLeases<Item>(
  renew: (items: Item[]) => Promise<unknown>,
  onError: (error: unknown) => void,
): Leases<Item> {
  const kept = new Set<Item>();
  let timer: NodeJS.Timeout | undefined;
  let isRenewing = false;
  const renewAll = async () => {
    if (isRenewing) return;
    isRenewing = true;
    await renew([...kept]).catch(onError);
    isRenewing = false;
  };
  return {
    keep(item) {
      kept.add(item);
      timer ??= setInterval(renewAll, leaseMs / 3).unref();
      return {
        [Symbol.dispose]() {
          kept.delete(item);
          if (kept.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      };
    },
  };
}
