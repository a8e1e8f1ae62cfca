import type { RouteLine } from '#web/shared/shell/route-line.ts';

/** A line of the palette. */
export interface Entry {
  id: string;
  text: string;
  /** Beside the text, and searched as well. */
  note?: string;
  icon?: string;
  /** Keys that do the same. */
  keys?: string;
  /** Where it leads. */
  href?: string;
  run?: () => unknown;
  /** Asks for what it acts on. */
  next?: Step;
}

export interface Group {
  name: string;
  entries: readonly Entry[];
}

/** Finds things of one kind while a text is typed. */
export interface Finder {
  name: string;
  find: (text: string, signal: AbortSignal) => Promise<Entry[]>;
}

/** The kind of thing to find, for an action that needs one. */
export interface Step {
  label: string;
  finders: readonly Finder[];
}

/** The views that have a name, as in the navigation and in the tabs. */
export function pageEntries(routes: readonly RouteLine[]): Entry[] {
  return routes.flatMap(({ path, nav, icon, tab, under, key }): Entry[] => {
    if (nav) return [{ id: path, text: nav, icon, href: path, keys: key && `g ${key}` }];
    const parent = routes.find((line) => line.path === under);
    return tab ? [{ id: path, text: tab, note: parent?.nav, icon: parent?.icon, href: path }] : [];
  });
}

/** An action on a view. */
export const actEntries = (routes: readonly RouteLine[]): Entry[] =>
  routes.flatMap(({ path, act }) =>
    act ? [{ id: `act ${path}`, text: act, icon: 'plus', href: path }] : [],
  );

/** Entries with every word of a text, those that begin with it first. */
export function matching(text: string, entries: readonly Entry[]): Entry[] {
  const sought = text.toLowerCase().trim();
  const words = sought.split(/\s+/);
  return entries
    .filter(({ text: own, note = '' }) => {
      const all = `${own} ${note}`.toLowerCase();
      return words.every((word) => all.includes(word));
    })
    .toSorted((one, other) => Number(begins(other, sought)) - Number(begins(one, sought)));
}

const begins = ({ text }: Entry, sought: string) => text.toLowerCase().startsWith(sought);
