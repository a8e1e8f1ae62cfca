import { useLocation } from 'preact-iso/router';

type Query = Record<string, string>;

/** The query of the address, and a way to change members of it. Null takes one away. */
export function useQuery(): [Query, (changes: Record<string, string | null>) => void] {
  const { query, path, url, route } = useLocation();
  const change = (changes: Record<string, string | null>) => {
    const next = addressWith(path, query, changes);
    if (next !== url) route(next);
  };
  return [query, change];
}

/** The same address with other members of the query, for a link. */
export function addressWith(path: string, query: Query, changes: Record<string, string | null>): string {
  const members = Object.entries({ ...query, ...changes }).filter(
    (member): member is [string, string] => member[1] !== null && member[1] !== '',
  );
  return members.length === 0 ? path : `${path}?${new URLSearchParams(members)}`;
}
