/**
 * The fewest items that still fail, as far as removing whole parts can tell (Zeller's ddmin, without its first step): parts of a half, then
 * of a quarter, down to single items.
 * @param triesMax how often `fails` may be asked
 */
export async function shrink<Item>(
  items: readonly Item[],
  fails: (items: Item[]) => Promise<boolean>,
  triesMax: number,
): Promise<Item[]> {
  let left = [...items];
  let tries = 0;
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < left.length && tries < triesMax; ) {
      const without = left.toSpliced(at, size);
      tries += 1;
      if (await fails(without)) left = without;
      else at += size;
    }
  }
  return left;
}
