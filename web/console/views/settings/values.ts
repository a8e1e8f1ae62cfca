import { ValidationError } from '#client';
import { countOf } from '#web/shared/values/count.tsx';
import type { Difference, Setting, Values } from './types.ts';

/** What a setting is changed with: a switch, a number, a number for each member, a text with a line for each item, or JSON. */
export type Kind = 'switch' | 'number' | 'numbers' | 'lines' | 'json';

interface Schema {
  type?: string;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
}

export const schemaOf = ({ schema }: Setting): Schema => schema as Schema;

export function kindOf(setting: Setting): Kind {
  const { type, properties, items } = schemaOf(setting);
  if (type === 'boolean') return 'switch';
  if (type === 'integer') return 'number';
  if (type === 'array' && items?.type === 'string') return 'lines';
  const members = Object.values(properties ?? {});
  return members.length > 0 && members.every((member) => member.type === 'integer') ? 'numbers' : 'json';
}

/** The members of a setting of numbers, by the names of their fields. */
export const membersOf = (setting: Setting): [field: string, member: string, schema: Schema][] =>
  Object.entries(schemaOf(setting).properties ?? {}).map(([member, schema]) => [
    `${setting.name}.${member}`,
    member,
    schema,
  ]);

/** For example "On", "12,000" or "account 1,00,000, all 10,00,000". */
export function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (typeof value === 'number') return countOf(value);
  if (value === null) return 'Nothing';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(', ') || 'None';
  const members = Object.entries(value as Values);
  return members.map(([name, member]) => `${name} ${textOf(member)}`).join(', ') || 'None';
}

/** The value of a text field: a line for each item, or JSON. */
export const writtenOf = (setting: Setting): string =>
  kindOf(setting) === 'lines' ? (setting.value as string[]).join('\n') : JSON.stringify(setting.value);

const isAlike = (one: unknown, other: unknown): boolean => inOrder(one) === inOrder(other);

/** As JSON with sorted members: the database keeps them in an order of its own. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/** The changes in the form. An emptied number returns to its default. Throws for texts that aren't JSON. */
export function differences(
  settings: readonly Setting[],
  typed: Readonly<Record<string, string>>,
): Difference[] {
  return settings
    .map((setting) => ({ name: setting.name, before: setting.value, after: typedValue(setting, typed) }))
    .filter(({ before, after }) => !isAlike(before, after));
}

function typedValue(setting: Setting, typed: Readonly<Record<string, string>>): unknown {
  const { name, default: fallback } = setting;
  switch (kindOf(setting)) {
    case 'switch':
      return typed[name] === 'true';
    case 'number':
      return numberOf(typed[name], fallback);
    case 'lines':
      return (typed[name] ?? '')
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean);
    case 'numbers':
      return Object.fromEntries(
        membersOf(setting).map(([field, member]) => [
          member,
          numberOf(typed[field], (fallback as Values)[member]),
        ]),
      );
    default:
      return parsed(name, typed[name] ?? '');
  }
}

const numberOf = (text: string | undefined, fallback: unknown): unknown => (text ? Number(text) : fallback);

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const msg = 'This is not JSON. Write null, a list in [ ], or an object in { }.';
    throw new ValidationError([{ loc: ['body', name], msg, type: 'value_error' }], null);
  }
}

/** Moves faults of a setting's members to the fields of those members. */
export const placed = ({ faults, requestId }: ValidationError): ValidationError =>
  new ValidationError(
    faults.map((fault) => ({ ...fault, loc: [...fault.loc, fault.loc.slice(-2).join('.')] })),
    requestId,
  );
