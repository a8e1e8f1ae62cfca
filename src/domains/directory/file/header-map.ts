import { type Target, targets } from '#values/contact-files/headers/columns.ts';

/** The operator's header mapping, keyed by the header in lower case. `header` is as the operator wrote it. */
export type HeaderMap = ReadonlyMap<string, { target: Target; header: string }>;

/** Parses texts such as `email=Work Email`, with a target on the left. */
export const headerMap = (pairs: readonly string[]): HeaderMap =>
  new Map(
    pairs.map((pair) => {
      const { target, header } = partsOf(pair);
      return [header.toLowerCase(), { target: target as Target, header }];
    }),
  );

/** What is wrong with a mapping, as a sentence. Null if nothing is. */
export function faultOfMapping(pair: string): string | null {
  const { target, header } = partsOf(pair);
  if (!pair.includes('=') || header === '')
    return 'Write a mapping as a column, an equals sign and a header of your file, such as email=Work Email.';
  if ((targets as readonly string[]).includes(target)) return null;
  return `'${target}' is not a column. Use one of ${targets.join(', ')}.`;
}

function partsOf(pair: string): { target: string; header: string } {
  const at = pair.indexOf('=');
  return { target: pair.slice(0, Math.max(0, at)).trim(), header: pair.slice(at + 1).trim() };
}
