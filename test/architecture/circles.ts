import { importsOf } from './imports.ts';
import { sources } from './sources.ts';

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

/** The domains that each domain imports anything from. */
export function importsOfDomains(): Map<string, string[]> {
  const domainOf = (file: string) => /^src\/domains\/([\w-]+)\//.exec(file)?.[1];
  const edges = new Map<string, Set<string>>();
  for (const file of sources) {
    const from = domainOf(file);
    if (!from) continue;
    const targets = edges.get(from) ?? new Set();
    edges.set(from, targets);
    for (const { target } of importsOf(file)) {
      const to = domainOf(target);
      if (to && to !== from) targets.add(to);
    }
  }
  return new Map([...edges].map(([from, targets]) => [from, [...targets]]));
}
