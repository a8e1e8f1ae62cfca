import type { Dice } from './dice.ts';
import type { Endpoint, Schema } from './document.ts';
import type { Memory } from './memory.ts';
import { sampleTable } from './sample-table.ts';
import { type SampleContext, sampleObject, sampleValue } from './sample-value.ts';

/** A request that is still being made; mutations change it. */
export interface Draft {
  endpoint: Endpoint;
  method: string;
  /** Values of the path's parameters, percent-encoded. */
  path: Record<string, string>;
  /** Names and values, percent-encoded. */
  query: [string, string][];
  headers: Record<string, string | string[]>;
  /** The members of the body; undefined without a body. */
  json: unknown;
  /** How the members are written. */
  isForm: boolean;
  /** The body as it is sent, where it isn't the text of its members. */
  bytes: Buffer | null;
  /** The changes to a good request. */
  oddities: string[];
  /** No route is sure to fit any more: any documented refusal will do. */
  mayMissRoute: boolean;
}

/** A request that the document allows. */
export function sampleDraft(endpoint: Endpoint, dice: Dice, memory: Memory): Draft {
  const context = { theme: endpoint.theme, dice, memory };
  const textOf = ({ name, schema }: Endpoint['parameters'][number]) =>
    encodeURIComponent(String(sampleValue(schema, name, context)));
  const inPath = endpoint.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = endpoint.parameters.filter(
    (parameter) => parameter.in === 'query' && (parameter.required || dice.chance(0.4)),
  );
  const type = endpoint.bodies.size > 0 ? dice.pick([...endpoint.bodies.keys()]) : null;
  const members = type === null ? undefined : membersOf(endpoint.bodies.get(type)!, context);
  return {
    endpoint,
    method: endpoint.method,
    path: Object.fromEntries(inPath.map((parameter) => [parameter.name, textOf(parameter) || 'x'])),
    query: inQuery.map((parameter) => [parameter.name, textOf(parameter)]),
    headers: {
      'x-forwarded-for': memory.address,
      ...(type === null ? {} : { 'content-type': type }),
      ...idempotencyKey(endpoint, dice),
    },
    json: members,
    isForm: type === formType,
    bytes: type === null || members ? null : Buffer.from(sampleTable(type, dice)),
    oddities: [],
    mayMissRoute: false,
  };
}

const formType = 'application/x-www-form-urlencoded';

/** Often the members of the document's example, with others in place of some. */
function membersOf({ schema, example }: { schema: Schema; example?: unknown }, context: SampleContext) {
  if (schema.type !== 'object') return;
  const members = sampleObject(schema, context);
  if (typeof example !== 'object' || !context.dice.chance(0.5)) return members;
  const replaced = Object.entries(members).filter(() => context.dice.chance(0.5));
  return { ...example, ...Object.fromEntries(replaced) };
}

function idempotencyKey({ parameters }: Endpoint, dice: Dice): Record<string, string> {
  const takesIt = parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key');
  return takesIt && dice.chance(0.3) ? { 'idempotency-key': `fuzz-${dice.below(2 ** 31)}` } : {};
}

/** A request as it goes out. */
export interface WireRequest {
  method: string;
  target: string;
  headers: Record<string, string | string[]>;
  body: Buffer | null;
}

export function wireRequest(draft: Draft): WireRequest {
  const { endpoint, method, path, query, headers, bytes } = draft;
  const address = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name]!);
  const search = query.map(([name, value]) => `${name}=${value}`).join('&');
  return {
    method,
    target: search ? `${address}?${search}` : address,
    headers,
    body: bytes ?? bodyText(draft),
  };
}

function bodyText({ json, isForm }: Draft): Buffer | null {
  if (json === undefined) return null;
  const isFlat = typeof json === 'object' && json !== null;
  return Buffer.from(isForm && isFlat ? `${new URLSearchParams(strings(json))}` : JSON.stringify(json));
}

const strings = (members: object) =>
  Object.entries(members).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
