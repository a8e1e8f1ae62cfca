import { isDeepStrictEqual } from 'node:util';
import { headerMap } from '../file/header.ts';
import { defaultSource } from '../rows/row-texts.ts';
import type { ImportQuery } from '../shapes.ts';

/** How an import reads its file, as the operator said. Stored with it. */
export interface Reading {
  /** Targets by header in lower case. */
  map: Record<string, string>;
  date_order: string | null;
  source: string;
  format: 'csv' | 'ndjson' | null;
  encoding: string | null;
}

export const readingOf = ({
  map,
  date_order,
  source,
  format,
  encoding,
}: Pick<ImportQuery, 'map' | 'date_order' | 'source' | 'format' | 'encoding'>): Reading => ({
  map: Object.fromEntries([...headerMap(map)].map(([name, { target }]) => [name, target])),
  date_order: date_order ?? null,
  source,
  format: format ?? null,
  encoding: encoding ?? null,
});

export const unsaid: Reading = {
  map: {},
  date_order: null,
  source: defaultSource,
  format: null,
  encoding: null,
};

/** The names of what was said this time and differs from what an earlier import went by. */
export function differences(now: Reading, before: Reading | null): string[] {
  const names = ['map', 'date_order', 'source', 'format', 'encoding'] as const;
  return names.filter(
    (name) =>
      !isDeepStrictEqual(now[name], unsaid[name]) && !isDeepStrictEqual(now[name], (before ?? unsaid)[name]),
  );
}

export const notUsed = (names: readonly string[]): string =>
  `This file was imported before, so ${names.map((name) => `\`${name}\``).join(', ')} had no effect. Add \`again=true\` to import it ` +
  'with what you say now.';
