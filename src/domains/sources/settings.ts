import Type, { type Static } from 'typebox';
import { setting, type ValuesOf } from '#core/setting.ts';

const paise = { minimum: 0, maximum: 1_000_000_000_000 };

/** What the operator's contract says of a source, before what its published terms say. */
const AgreedTerms = Type.Object({
  billable: Type.Optional(Type.Boolean({ description: 'Whether answers may be charged for.' })),
  storable: Type.Optional(Type.Boolean({ description: 'Whether answers may be kept.' })),
  call_paise: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100_000_000,
      description: 'Paise for each call, whatever comes of it; absent, the price of its credits.',
    }),
  ),
});
export type AgreedTerms = Static<typeof AgreedTerms>;

export const sourceSettings = {
  sources_on: setting(Type.Union([Type.Array(Type.String(), { maxItems: 100 }), Type.Null()]), {
    default: null,
    unit: null,
    doc: 'Ids of the sources that are asked; null leaves it to the environment variable SOURCES.',
    effect: 'With the next lookup.',
  }),
  source_terms: setting(Type.Record(Type.String({ maxLength: 100 }), AgreedTerms), {
    default: {},
    unit: null,
    doc: 'What your contracts say of a source, by its id, before what its published terms say.',
    effect: 'With the next lookup.',
  }),
  unearned_vendor_paise_per_day: setting(
    Type.Object({ account: Type.Integer(paise), all: Type.Integer(paise) }),
    {
      default: { account: 100_000, all: 1_000_000 },
      unit: 'paise per day (UTC)',
      doc: 'What vendors may take for lookups that bring in no credit: for one account, and for all.',
      effect: 'With the next question to a paid source.',
    },
  ),
};

declare module '#core/setting.ts' {
  interface SettingValues extends ValuesOf<typeof sourceSettings> {}
}
