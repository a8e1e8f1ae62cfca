import type { TSchema } from 'typebox';

interface Shape {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: TSchema[];
  items?: TSchema;
  properties?: Record<string, TSchema>;
  additionalProperties?: TSchema | boolean;
  required?: string[];
  examples?: unknown[];
  default?: unknown;
  minimum?: number;
}

export interface ExampleOptions {
  /** All members, as in an answer; else only the required ones and those that say an example, as in a body. */
  whole: boolean;
  /** The domain of the operation; ids are of its kind. */
  domain: string;
}

/** The first part of an operation's id. */
export const domainOf = ({ id }: { id: string }): string => id.split('.')[0]!;

/** An example of a shape: what the shape says itself, else what stands here for a member of this name. */
export function exampleOf(schema: TSchema, options: ExampleOptions, name = ''): unknown {
  const shape = schema as Shape;
  if (shape.examples?.length) return shape.examples[0];
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (name === 'request_id' && options.domain === 'suppression') return ids.suppression;
  if (name === 'id' && shape.type === 'string') return ids[options.domain] ?? 'example';
  if (shape.anyOf) {
    const isNull = values[name] === null && shape.anyOf.some((one) => (one as Shape).type === 'null');
    return isNull ? null : exampleOf(shape.anyOf[0]!, options, name);
  }
  if (shape.type === 'object') return exampleObject(shape, options);
  if (shape.type === 'array') return shape.items ? [exampleOf(shape.items, options, name)] : [];
  return fits(shape, values[name]) ? values[name] : (shape.default ?? exampleScalar(shape, name));
}

const fits = ({ type }: Shape, value: unknown): boolean =>
  value !== null && (type === 'integer' ? Number.isInteger(value) : typeof value === type);

function exampleObject({ properties = {}, required = [] }: Shape, options: ExampleOptions): object {
  const shown = Object.entries(properties).filter(
    ([name, member]) =>
      options.whole || (required.includes(name) && !('default' in member)) || 'examples' in member,
  );
  return Object.fromEntries(shown.map(([name, member]) => [name, exampleOf(member, options, name)]));
}

function exampleScalar({ type, format, minimum }: Shape, name: string): unknown {
  if (format === 'date-time') return '2026-11-20T09:30:00.000Z';
  if (format === 'date') return '2026-11-20';
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 0, 1);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (name === 'detail') return 'A sentence for people.';
  return name === '' ? 'example' : `example ${name.replaceAll('_', ' ')}`;
}

/** Opaque identifiers, by the domain that makes them. */
const ids: Readonly<Record<string, string>> = {
  lookup: 'lkp_01JD8Q2W5T',
  keys: 'key_4fR7sT2uVwX9yZ1aB3cD5e',
  directory: 'imp_4fR7sT2uVwX9yZ1aB3cD5e',
  suppression: 'opt_4fR7sT2uVwX9yZ1aB3cD5e',
  sources: 'github',
};

/** One fictional person, one customer and one key, so that the examples fit together. */
const values: Readonly<Record<string, unknown>> = {
  account_id: 'acme-42',
  address: 'asha@asha.example.com',
  allowed_ips: '203.0.113.0/24',
  at: '2026-11-20T09:30:00.000Z',
  ban_detail: null,
  ban_reason: null,
  banned_at: null,
  because_of: null,
  breaker: 'closed',
  client_reference: 'crm-1138',
  code: 'sources_incomplete',
  column: 'email',
  company: 'Example Labs',
  confidence: 95,
  country: 'US',
  created_by: 'mira',
  credits: 25,
  decided_by: 'mira',
  detail: null,
  email: 'asha@asha.example.com',
  expires_at: '2027-11-20T09:30:00.000Z',
  extension: null,
  file_name: 'contacts.csv',
  full_name: 'Asha Example',
  granted_by: 'mira',
  handle: 'asha-example',
  headline: 'Staff engineer',
  import_id: 'imp_4fR7sT2uVwX9yZ1aB3cD5e',
  ip: '203.0.113.9',
  key: 'cty_live_EXAMPLE',
  key_id: 'key_4fR7sT2uVwX9yZ1aB3cD5e',
  lifted_at: null,
  lifted_by: null,
  limit_bytes: 1_048_576,
  location: 'Springfield',
  lookup_id: 'lkp_01JD8Q2W5T',
  network: 'github',
  next_cursor: null,
  note: 'the production key',
  name: 'Asha Example',
  number: '+12025550143',
  phone: '+12025550143',
  plan: 'starter',
  prefix: 'cty_live_EXAM',
  profile_url: 'https://github.com/asha-example',
  reason: 'asked by the customer',
  reference: 'grant_4fR7sT2uVwX9yZ1aB3cD5e',
  replaced_by: null,
  request_id: '0198c0de-0000-7000-8000-000000000001',
  revoked_at: null,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  source: 'acme-crm',
  source_id: 'github',
  subject: 'asha@asha.example.com',
  suppression_id: 'sup_4fR7sT2uVwX9yZ1aB3cD5e',
  target: 'asha@asha.example.com',
  url: 'https://github.com/asha-example',
};
