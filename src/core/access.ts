import type { PageView } from './html-page.ts';

/**
 * Who may come in through a door.
 *
 * - `public`: anybody
 * - `key`: `Authorization: Bearer cty_…`; the account is the key's own
 * - `extension`: a browser-extension session token; the account is the session's own
 * - `internal`: header `x-internal-secret`; the account is named in the path or the body
 * - `admin`: header `x-admin-secret`; the operator is named in `x-ops-actor`
 * - `signed`: a provider's signature over the raw body, checked by the operation
 */
export type Access = 'public' | 'key' | 'extension' | 'internal' | 'admin' | 'signed';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * `json` is parsed and validated, and so is `form`, which a browser sends: its members are texts, and an empty one counts as
 * absent. `stream` and `raw` reach the operation as `ctx.request.body`.
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

const jsonOnly: Readonly<Record<string, BodyForm>> = { 'application/json': 'json' };

/** Whether the members of the input stand in the body. */
export const readsBody = (door: Door): boolean =>
  door.method !== 'GET' &&
  door.method !== 'DELETE' &&
  Object.values(bodiesOf(door)).some((form) => form === 'json' || form === 'form');

/** The content types that a door takes, and how. */
export const bodiesOf = (door: DoorOptions | undefined): Readonly<Record<string, BodyForm>> =>
  door?.bodies ?? jsonOnly;

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

/** Names of the parameters in a door's path, in order. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!);

/** An account as the process knows it: `id` is the ledger's number, `accountId` the dashboard's string. */
export interface AccountRef {
  id: number;
  accountId: string;
}

/** What a bearer key proves. */
export interface KeyCredential {
  keyId: string;
  account: AccountRef;
  mode: 'live' | 'test';
  /** Requests admitted in a 60-second window. */
  rateLimitPerMin: number;
  /** The id under which its requests are counted: the key's own, or that of the first key it has replaced in turn. */
  countedAs: string;
}
