import type { Access } from './access.ts';
import type { PageView } from './html-page.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * `json` is parsed and validated, and so is `form`, which a browser sends: its members are texts, and an empty one counts as
 * absent. `stream` and `raw` reach the operation as `ctx.request.upload`.
 */
export type BodyForm = 'json' | 'form' | 'stream' | 'raw';

export interface DoorOptions {
  /** Bytes; by its input, up to 1 MiB, unless the door says more or less. */
  bodyBytesMax?: number;
  /** Content types taken and how; JSON alone unless the operation says more. */
  bodies?: Readonly<Record<string, BodyForm>>;
  /** Shows answers and refusals as HTML in place of JSON. */
  page?: PageView;
}

/** How an operation is reached over HTTP. Other surfaces name the operation itself. */
export interface Door extends DoorOptions {
  access: Access;
  method: Method;
  /** Path parameters in braces, as OpenAPI writes them: `/internal/jobs/{account_id}`. */
  path: string;
}

const formOnly = {
  bodies: { 'application/x-www-form-urlencoded': 'form' },
  bodyBytesMax: 16 * 1024,
} as const;

const opens =
  (access: Access) =>
  (method: Method, path: string, options: DoorOptions = {}): Door => ({ access, method, path, ...options });

export const open = opens('public');

/** A door for browsers: it takes forms, and shows the operation as pages. */
export const page = (method: 'GET' | 'POST', path: string, view: PageView): Door =>
  open(method, path, { page: view, ...(method === 'POST' ? formOnly : {}) });

export const key = opens('key');
export const internal = opens('internal');
export const admin = opens('admin');

const jsonOnly: Readonly<Record<string, BodyForm>> = { 'application/json': 'json' };

/** The content types that a door takes, and how. */
export const bodiesOf = (door: DoorOptions | undefined): Readonly<Record<string, BodyForm>> =>
  door?.bodies ?? jsonOnly;

/** Elsewhere a body is let through unread. */
export const mayHaveBody = ({ method }: Door): boolean => method === 'POST' || method === 'PATCH';

/** Whether the members of the input stand in the body. */
export const readsBody = (door: Door): boolean =>
  mayHaveBody(door) && Object.values(bodiesOf(door)).some((form) => form === 'json' || form === 'form');

/** Names of the parameters in a door's path, in order. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!);

export const doorName = (door: Door): string => `${door.method} ${door.path}`;
