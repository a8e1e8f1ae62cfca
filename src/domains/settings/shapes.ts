import Type, { type Static } from 'typebox';
import { instant, orNull } from '#core/shapes.ts';

export const Reason = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '\\S',
  description: 'Why, for the history and the audit trail.',
});

export const Version = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 2_000_000_000, description });

const Values = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

export const Setting = Type.Object({
  name: Type.String(),
  value: Type.Unknown({ description: 'The value in force.' }),
  default: Type.Unknown(),
  unit: orNull(Type.String(), 'For example `days`. Null if the value has no unit.'),
  effect: Type.String({ description: 'When a change takes effect.' }),
  doc: Type.String({ description: 'What it decides.' }),
  schema: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The JSON Schema that a value has to match.',
  }),
});
export type Setting = Static<typeof Setting>;

export const SettingChange = Type.Object({
  version: Type.Integer({ description: 'The version that the change made.' }),
  changes: Values('The values that the changed settings got.'),
  before: Values('The same settings as they were before.'),
  reason: Type.String(),
  actor: Type.String(),
  created_at: instant('When it was changed.'),
});
export type SettingChange = Static<typeof SettingChange>;

/** The answer to a change or a rollback. */
export const ChangedSettings = Type.Object({
  version: Type.Integer({
    description: 'The version now in force. A change that changes no value makes no new one.',
  }),
  changed: Type.Array(Type.Object({ name: Type.String(), before: Type.Unknown(), after: Type.Unknown() }), {
    description: 'The settings that have another value now.',
  }),
});
export type ChangedSettings = Static<typeof ChangedSettings>;
