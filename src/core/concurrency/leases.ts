/** After this long without a renewal, a process counts as dead and another may take over its work. */
export const leaseMs = 6_000;

export interface Leases<Item> {
  /** Renews the item's lease until you dispose of the result. */
  keep(item: Item): Disposable;
}

/** Renews all held leases together, every third of a lease. A renewal that fails is retried with the next. */
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
