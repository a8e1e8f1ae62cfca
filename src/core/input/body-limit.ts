import type { TSchema } from 'typebox';
import { type Door, pathParameters } from '../door.ts';
import type { Operation } from '../operation.ts';
import { shapeFor } from './input.ts';

/** The default maximum. A door that accepts more declares it. */
const bytesMax = 1024 * 1024;
/** Allowance for white space and for unknown members. */
const slackBytes = 16 * 1024;

/** The maximum body size: what the door declares, else the longest valid input as JSON, up to 1 MiB. */
export function bodyBytesMaxOf(declared: Operation, door: Door): number {
  if (door.bodyBytesMax !== undefined) return door.bodyBytesMax;
  const inPath = pathParameters(door.path);
  const { properties } = shapeFor(declared, door.access);
  const members = Object.entries(properties).filter(([name]) => !inPath.includes(name));
  const bytes = slackBytes + bytesOfMembers(members);
  return Math.min(bytesMax, Math.ceil(bytes / 1024) * 1024);
}

/** The maximum size of an agent's message: the largest call of a tool, and the envelope around it. */
export const agentBytesMaxOf = (operations: readonly Operation[]): number =>
  operations
    .filter(({ mcp }) => mcp !== undefined)
    .flatMap((declared) => declared.doors.map((door) => door.jsonBytesMax ?? bodyBytesMaxOf(declared, door)))
    .reduce((largest, bytes) => Math.max(largest, bytes), 0) + envelopeBytes;

const envelopeBytes = 16 * 1024;

interface Shape {
  type?: string;
  anyOf?: TSchema[];
  enum?: unknown[];
  maxLength?: number;
  format?: string;
  maxItems?: number;
  items?: TSchema;
  properties?: Record<string, TSchema>;
}

/** One UTF-16 unit in an ASCII-only encoding: `\u0939`. */
const bytesOfUnit = 6;
/** A quoted date and time, or a number. */
const bytesOfScalar = 50;

/** The longest JSON of a shape; infinite if the shape is unbounded. */
function bytesOf(schema: TSchema): number {
  const shape = schema as Shape;
  if (shape.anyOf) return Math.max(...shape.anyOf.map(bytesOf));
  if (shape.enum) return Math.max(...shape.enum.map((value) => JSON.stringify(value).length));
  switch (shape.type) {
    case 'string':
      if (shape.format === 'date-time') return bytesOfScalar;
      return (shape.maxLength ?? Number.POSITIVE_INFINITY) * bytesOfUnit + 2;
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return bytesOfScalar;
    case 'array':
      return (shape.maxItems ?? Number.POSITIVE_INFINITY) * (bytesOf(shape.items!) + 1) + 2;
    case 'object':
      return shape.properties ? bytesOfMembers(Object.entries(shape.properties)) : Number.POSITIVE_INFINITY;
    default:
      return Number.POSITIVE_INFINITY;
  }
}

/** Includes names, quotes, colons and commas. */
const bytesOfMembers = (members: [string, TSchema][]): number =>
  members.reduce((sum, [name, schema]) => sum + name.length + 4 + bytesOf(schema), 2);
