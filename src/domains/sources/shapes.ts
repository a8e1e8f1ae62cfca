import Type, { type Static } from 'typebox';
import { instant, instantOrNull, orNull, text } from '#core/shapes.ts';

export const SourceReport = Type.Object(
  {
    id: Type.String(),
    title: text('The name that people read.'),
    tier: Type.Enum(['free', 'paid'], { description: '`paid` sources need a contract with their vendor.' }),
    networks: Type.Array(Type.String(), { description: 'Networks whose profiles it knows.' }),
    fields: Type.Array(Type.String(), { description: 'Contacts it can return.' }),
    terms: Type.Object(
      {
        billable: Type.Boolean({
          description: 'Whether you may charge for a lookup answered by this source alone.',
        }),
        storable: Type.Boolean({ description: 'Whether its answers may be stored.' }),
        store_days_max: orNull(
          Type.Integer(),
          'Days for which its answers may be stored. Null if there is no limit.',
        ),
        call_paise: orNull(
          Type.Integer(),
          'The most one call may cost you, in paise: the price in your contract, else its maximum credits at your credit price. 0 for free sources. Null for a paid source that is not configured.',
        ),
      },
      { description: 'Rights under the contract.' },
    ),
    state: Type.Enum(['on', 'off', 'not_configured'], {
      description: '`off`: disabled by the setting. `not_configured`: `reason` says what is missing.',
    }),
    reason: orNull(text('The missing part, or why a source that `SOURCES` names is off.')),
    vendor_refusal: orNull(
      Type.Object({
        reason: text("The vendor's answer."),
        since: instant('Since when.'),
      }),
      'Why the vendor refuses our calls, such as a wrong key, in any process; null once it answers again.',
    ),
    last_30_days: Type.Object(
      {
        asked: Type.Integer({ description: 'Questions sent.' }),
        found: Type.Integer({ description: 'Requests that found something.' }),
        not_found: Type.Integer({ description: 'Requests that found nothing.' }),
        failed: Type.Integer({ description: 'Requests without an answer.' }),
        hit_rate: orNull(
          Type.Number({ description: 'Share of answered requests that found something, from 0 to 1.' }),
          'Share of answered requests that found something, from 0 to 1. Null without answers.',
        ),
        latency_ms: orNull(
          Type.Integer({ description: 'Mean time per request.' }),
          'Mean time per request, in milliseconds. Null without answers.',
        ),
        cost_paise: Type.Number({ description: "The vendor's charge." }),
        uncertain_paise: Type.Number({
          description: 'The part of `cost_paise` that the vendor may not have charged.',
        }),
      },
      { description: 'Results of the last 30 days.' },
    ),
    clients: Type.Array(
      Type.Object({
        name: text('The name of the connection.'),
        breaker: text('`closed` means that requests go through.'),
        paused_until: instantOrNull('Until when it sends nothing. Null if it is not paused.'),
      }),
      { description: 'This process’s connections to the vendor.' },
    ),
  },
  { title: 'SourceReport' },
);
export type SourceReport = Static<typeof SourceReport>;

export const UnearnedVendorMoney = Type.Object(
  {
    day: Type.String({ format: 'date', description: 'The UTC day.' }),
    paise: Type.Integer({ description: 'For all accounts together.' }),
    under_way_paise: Type.Integer({ description: 'The most that lookups in progress may add to `paise`.' }),
    limit_paise: Type.Integer({ description: 'For all accounts together.' }),
    account_limit_paise: Type.Integer({ description: 'For each account.' }),
    accounts: Type.Array(
      Type.Object({
        account_id: Type.String(),
        paise: Type.Integer({ description: 'Money of this account, in paise.' }),
        under_way_paise: Type.Integer({ description: 'The most that its lookups in progress may add.' }),
      }),
      { description: 'The accounts with the most, at most 20.' },
    ),
  },
  {
    description:
      'Vendor charges today for lookups that earned no credit, such as misses and people ruled out by name. Once a limit is reached, paid sources are not asked until the next day.',
  },
);
