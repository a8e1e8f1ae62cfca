/** Tarjan's strongly connected components of more than one file. */
export function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): void => {
    numbers.set(file, numbers.size);
    lowest.set(file, numbers.get(file)!);
    open.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!numbers.has(next)) visit(next);
      if (open.includes(next)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(next)!));
    }
    if (lowest.get(file) !== numbers.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of imports.keys()) if (!numbers.has(file)) visit(file);
  return circles;
}
