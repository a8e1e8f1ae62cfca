import type { TSchema } from 'typebox';
import type { Access } from './access.ts';
import type { PageView } from './answers/page-view.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * How a body is read. `json` and `form` are parsed and validated. Form members are strings, and an empty one counts as
 * absent. `stream` and `raw` reach the operation as `ctx.request.upload`.
 */
export type BodyForm = 'json' | 'form' | 'stream' | 'raw';

export interface DoorOptions {
  /** In bytes. By default the limit follows from the input, up to 1 MiB. */
  bodyBytesMax?: number;
  /** Accepted content types and how to read each. Default: JSON only. */
  bodies?: Readonly<Record<string, BodyForm>>;
  /** In bytes, for JSON, where the door takes larger files too. */
  jsonBytesMax?: number;
  /**
   * Members that a file stands for, at a door that takes JSON or a `raw` file. With a file, the other members come from the
   * query.
   */
  fileInsteadOf?: readonly string[];
  /** An example of a body that the operation reads itself, by content type. */
  bodyExamples?: Readonly<Record<string, string>>;
  /** The shape of a JSON body that the operation reads itself, for the documentation. */
  bodyShape?: TSchema;
  /**
   * Browser extensions may call it: CORS lets their origins in, and a door for keys takes an access token of a session too.
   */
  forExtensions?: boolean;
  /** A door for keys refuses test keys: what it reaches belongs to the whole account. */
  forLiveKeys?: boolean;
  /** Every website may call it, without a credential: CORS lets all origins in. */
  forAnyOrigin?: boolean;
  /** Websites may call it: CORS lets the origins in that the operator listed. */
  forWebsites?: boolean;
  /** Customers' pages may call it through their server, for the account and the email of the session. */
  forCustomers?: boolean;
  /** Only the server of the pages calls it, and never for a page. */
  forPagesServer?: boolean;
  /** A step of a protocol, such as a handshake or its discovery. The notes for agents omit it. */
  isHandshake?: boolean;
  /** The header with the provider's signature over the raw body. */
  signatureHeader?: string;
  /** Renders answers and refusals as HTML instead of JSON. */
  page?: PageView;
  /** Cache-Control max-age; caches revalidate with the ETag. Only for public GET doors. */
  cacheSeconds?: number;
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

/** A door for browsers: it accepts forms and renders pages. */
export const page = (method: 'GET' | 'POST', path: string, view: PageView): Door =>
  open(method, path, { page: view, ...(method === 'POST' ? formOnly : {}) });

export const key = opens('key');
/** For live keys alone. */
export const liveKey = (method: Method, path: string): Door => key(method, path, { forLiveKeys: true });
/** The same as `key` for a browser extension's session, which acts with its account's key. */
export const keyOrSession = (method: Method, path: string, options: DoorOptions = {}): Door =>
  key(method, path, { ...options, forExtensions: true });
/** For a browser extension's session alone. */
export const extension = (method: Method, path: string): Door =>
  opens('extension')(method, path, { forExtensions: true });
/** The door of agents. Its body limit follows from the tools. */
export const agent = opens('agent');
export const internal = opens('internal');
/** An internal door that customers' pages may call too. */
export const dashboard = (method: Method, path: string, options: DoorOptions = {}): Door =>
  internal(method, path, { ...options, forCustomers: true });
export const admin = opens('admin');
/** A provider's door. The operation checks the signature over the raw body. */
export const signed = opens('signed');

const jsonOnly: Readonly<Record<string, BodyForm>> = { 'application/json': 'json' };

/** Whether a browser extension's session is a credential at a door. */
export const takesSessions = ({ access, forExtensions }: Door): boolean =>
  access === 'extension' || (access === 'key' && forExtensions === true);

/** The content types a door accepts, and how to read each. */
export const bodiesOf = (door: DoorOptions | undefined): Readonly<Record<string, BodyForm>> =>
  door?.bodies ?? jsonOnly;

/** For other methods a body is ignored. */
export const mayHaveBody = ({ method }: Door): boolean => method === 'POST' || method === 'PATCH';

/** Whether the input's members come from the body. */
export const readsBody = (door: Door): boolean =>
  mayHaveBody(door) && Object.values(bodiesOf(door)).some((form) => form === 'json' || form === 'form');

/** Whether a body with a member that the input doesn't have is a fault: only an operator's is. */
export const refusesUnknown = ({ access }: Door): boolean => access === 'admin';

/** Whether an operation reads the body itself, as it arrives. */
export const takesStream = (door: Door | undefined): boolean =>
  Object.values(bodiesOf(door)).includes('stream');

/** The parameter names in a path, in order. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!);

export const doorName = (door: Door): string => `${door.method} ${door.path}`;

/** The version of the interface behind all doors (specification §9). */
export const interfaceVersion = '2.0.0';

/** The paths that a door's path stands for: `/api/v1/jobs/{job_id}` for each job's. */
export const pathForm = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`);
