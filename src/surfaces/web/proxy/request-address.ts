import { mayHaveBody, pathParameters } from '#core/door.ts';
import { Failure } from '#core/failure.ts';
import { shapeFor } from '#core/input/input.ts';
import type { ProxiedDoor } from './proxied-doors.ts';

type Members = Readonly<Record<string, string>>;

/** The session's members that the operation takes: in its path, and outside of it. */
export function ownMembers(
  { declared, door }: ProxiedDoor,
  members: Members,
): { path: Members; other: Members } {
  const inPath = pathParameters(door.path);
  const { properties } = shapeFor(declared, door.access);
  const taken = Object.entries(members).filter(
    ([name]) => Object.hasOwn(properties, name) || inPath.includes(name),
  );
  return {
    path: Object.fromEntries(taken.filter(([name]) => inPath.includes(name))),
    other: Object.fromEntries(taken.filter(([name]) => !inPath.includes(name))),
  };
}

/** The API's address of a request to a page's door: made from the door's path, so that no spelling leads elsewhere. */
export function requestAddress(
  proxied: ProxiedDoor,
  given: { params: Members; query: string },
  own: { path: Members; other: Members },
): string {
  const { door } = proxied;
  const path = door.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    segment(own.path[name] ?? given.params[name] ?? ''),
  );
  const query = new URLSearchParams(given.query);
  for (const name of Object.keys({ ...own.path, ...own.other })) query.delete(name);
  if (!mayHaveBody(door)) for (const [name, value] of Object.entries(own.other)) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query}`;
}

/** A name of dots would lead to the folder above. */
function segment(value: string): string {
  if (value === '.' || value === '..') throw new Failure('not_found');
  return encodeURIComponent(value);
}
