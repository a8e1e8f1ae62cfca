import type { Dice } from './dice.ts';
import type { Schema } from './document.ts';
import { fictional } from './fictional.ts';
import type { Memory } from './memory.ts';

export interface SampleContext {
  theme: string;
  dice: Dice;
  memory: Memory;
}

/** A value that its schema takes, as sensible as the member's name allows. */
export function sampleValue(schema: Schema, name: string, context: SampleContext): unknown {
  const { dice } = context;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return dice.pick(schema.enum);
  if (schema.anyOf) return sampleValue(dice.pick(schema.anyOf), name, context);
  switch (schema.type) {
    case 'object':
      return sampleObject(schema, context);
    case 'array':
      return sampleArray(schema, name, context);
    case 'integer':
    case 'number':
      return sampleNumber(schema, name, context);
    case 'boolean':
      return dice.chance(0.5);
    case 'null':
      return null;
    default:
      return sampleText(schema, name, context);
  }
}

export function sampleObject(schema: Schema, context: SampleContext): Record<string, unknown> {
  const required = new Set(schema.required);
  const wanted = Object.entries(schema.properties ?? {}).filter(
    ([name]) => required.has(name) || context.dice.chance(0.4),
  );
  return Object.fromEntries(wanted.map(([name, member]) => [name, sampleValue(member, name, context)]));
}

function sampleArray(
  { items = {}, minItems = 0, maxItems = 20 }: Schema,
  name: string,
  context: SampleContext,
) {
  const length = Math.min(maxItems, minItems + context.dice.below(4));
  return Array.from({ length }, () => sampleValue(items, name.replace(/s$/, ''), context));
}

function sampleNumber(
  { minimum = 0, maximum = 2 ** 31 }: Schema,
  name: string,
  context: SampleContext,
): number {
  const { dice, memory, theme } = context;
  const seen = memory.recall(theme, name, dice);
  if (typeof seen === 'number' && dice.chance(0.7)) return seen;
  if (dice.chance(0.1)) return dice.pick([minimum, maximum]);
  return Math.min(maximum, minimum + dice.below(30));
}

function sampleText(schema: Schema, name: string, { dice, memory, theme }: SampleContext): string {
  const seen = memory.recall(theme, name, dice);
  if (typeof seen === 'string' && dice.chance(0.8)) return seen;
  if (schema.format === 'date-time') return '2099-01-01T00:00:00Z';
  if (typeof schema.default === 'string' && dice.chance(0.3)) return schema.default;
  const fitting = dice.chance(0.95) ? fictional(name, dice, memory, theme) : undefined;
  if (fitting !== undefined) return fitting;
  if (schema.examples && dice.chance(0.7)) return String(dice.pick(schema.examples));
  const length = dice.chance(0.1)
    ? (schema.maxLength ?? 100)
    : Math.max(schema.minLength ?? 0, 1 + dice.below(20));
  return 'Sample words of the fuzz '.repeat(Math.ceil(length / 25)).slice(0, Math.min(length, 5000));
}
