import Type, { type Static } from 'typebox';
import type { Ports } from '#core/context.ts';
import { setting } from '#core/parts/setting.ts';
import { orNull } from '#core/shapes.ts';
import { SourceList } from './source-list.ts';

const paise = { minimum: 0, maximum: 1_000_000_000_000 };

/** The terms of the operator's contract with a source. They take precedence over the published terms. */
const AgreedTerms = Type.Object(
  {
    billable: Type.Optional(Type.Boolean({ description: 'Whether you may charge for answers.' })),
    storable: Type.Optional(Type.Boolean({ description: 'Whether you may store answers.' })),
    call_paise: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100_000_000,
        description:
          "Price per call in paise, whatever the outcome. If omitted, the price of the vendor's credits applies.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type AgreedTerms = Static<typeof AgreedTerms>;

const refuseUnknown = (ids: readonly string[], ports: Ports): string | null => {
  const unknown = ids.find((named) => !ports.use(SourceList).descriptions.some(({ id }) => id === named));
  return unknown === undefined ? null : `No source '${unknown}' exists`;
};

export const sourceSettings = {
  sources_on: setting(orNull(Type.Array(Type.String(), { maxItems: 100 })), {
    default: null,
    unit: null,
    doc: 'Ids of the enabled sources. Null leaves it to the environment variable SOURCES.',
    effect: 'From the next lookup.',
    refuse: (ids, ports) => refuseUnknown(ids ?? [], ports),
  }),
  source_terms: setting(Type.Record(Type.String({ maxLength: 100 }), AgreedTerms), {
    default: {},
    unit: null,
    doc: 'The terms of your contract with each source, by source id. They take precedence over its published terms.',
    effect: 'From the next lookup.',
    refuse: (terms, ports) => refuseUnknown(Object.keys(terms), ports),
  }),
  unearned_vendor_paise_per_day: setting(
    Type.Object({ account: Type.Integer(paise), all: Type.Integer(paise) }, { additionalProperties: false }),
    {
      default: { account: 100_000, all: 1_000_000 },
      unit: 'paise per day (UTC)',
      doc: "Vendors' charges for lookups that earn no credit, at most, per account and for all accounts.",
      effect: 'From the next question to a paid source.',
      refuse: ({ account, all }) => (all < account ? "'all' should be at least 'account'" : null),
    },
  ),
};
