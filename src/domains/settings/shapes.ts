import Type, { type Static } from 'typebox';
import { instant, orNull, requiredReason, text } from '#core/shapes.ts';

export const Reason = requiredReason('The reason, for the history and the audit log.');

export const Version = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 2_000_000_000, description });

const Values = (description: string, value: number) =>
  Type.Record(Type.String(), Type.Unknown(), {
    description,
    examples: [{ free_repeat_days: value }],
  });

export const Setting = Type.Object(
  {
    name: text('The name of the setting.'),
    group: text('The part of the service that it belongs to.'),
    value: Type.Unknown({ description: 'The value in force.' }),
    default: Type.Unknown({ description: 'The value before the first change.' }),
    unit: orNull(Type.String(), 'For example `days`. Null if the value has no unit.'),
    effect: text('When a change takes effect.'),
    doc: text('Its effect.'),
    schema: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The JSON Schema that a value has to match.',
    }),
  },
  {
    examples: [
      {
        name: 'free_repeat_days',
        group: 'Lookups',
        value: 30,
        default: 0,
        unit: 'days',
        effect: 'From the next lookup.',
        doc: 'How long a profile stays free for an account that paid for it. 0 charges every time.',
        schema: { type: 'integer', minimum: 0, maximum: 365 },
      },
    ],
  },
);
export type Setting = Static<typeof Setting>;

export const SettingChange = Type.Object({
  version: Type.Integer({ description: 'The version that the change made.' }),
  changes: Values('The values that the changed settings got.', 30),
  before: Values('The same settings as they were before.', 0),
  reason: text("The operator's reason.", 'Repeats are free for a month'),
  actor: text('The operator.', 'mira'),
  created_at: instant('When it was changed.'),
});
export type SettingChange = Static<typeof SettingChange>;

/** The answer to a change or a rollback. */
const ChangedSetting = Type.Object(
  {
    name: text('The name of the setting.'),
    before: Type.Unknown({ description: 'The value before the change.' }),
    after: Type.Unknown({ description: 'The value now.' }),
  },
  { title: 'ChangedSetting' },
);

export const ChangedSettings = Type.Object({
  version: Type.Integer({
    description: 'The version now in force. A change that changes no value makes no new one.',
  }),
  changed: Type.Array(ChangedSetting, {
    description: 'The settings that have another value now.',
    examples: [[{ name: 'free_repeat_days', before: 0, after: 30 }]],
  }),
});
export type ChangedSettings = Static<typeof ChangedSettings>;

export const RolledBackSettings = Type.Object(ChangedSettings.properties, {
  examples: [{ version: 3, changed: [{ name: 'free_repeat_days', before: 60, after: 30 }] }],
});
