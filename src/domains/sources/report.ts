import type { Db } from '#core/context.ts';
import type { VendorState } from '#platform/outgoing/index.ts';
import { type VendorRefusal, vendorRefusals } from './asking/vendor-refusals.ts';
import type { SourceDescription } from './port.ts';
import type { AgreedTerms } from './settings.ts';
import type { SourceReport } from './shapes.ts';
import { type Tally, talliesOf } from './sql.ts';

/** The sources of this installation, as `app.ts` opened them. */
export interface SourceList {
  descriptions: readonly SourceDescription[];
  /** Unconfigured sources, each with a sentence that says what is missing. */
  unavailable: readonly { id: string; reason: string }[];
  /** Sources enabled by the environment. The setting `sources_on` takes precedence. */
  onByConfiguration: readonly string[];
  vendorStates(): VendorState[];
  /** The most that one call may cost at the vendor's credit price, in paise. Null when the source can't be asked. */
  callPaise(id: string): number | null;
}

/** The ids of the enabled sources, configured or not. */
export const switchedOn = (list: SourceList, setting: readonly string[] | null): readonly string[] =>
  setting ?? list.onByConfiguration;

declare module '#core/context.ts' {
  interface Ports {
    sources: SourceList;
  }
}

const reportDays = 30;

export interface SourceSettings {
  sources_on: readonly string[] | null;
  source_terms: Readonly<Record<string, AgreedTerms>>;
}

export async function reportSources(
  db: Db,
  list: SourceList,
  settings: SourceSettings,
): Promise<SourceReport[]> {
  const on = switchedOn(list, settings.sources_on);
  const tallies = await talliesOf(db, reportDays);
  const refusals = await vendorRefusals(db);
  const states = list.vendorStates();
  return list.descriptions.map((description) => {
    const missing = list.unavailable.find(({ id }) => id === description.id)?.reason ?? null;
    return {
      ...described(list, description, settings.source_terms[description.id]),
      state: missing !== null ? 'not_configured' : on.includes(description.id) ? 'on' : 'off',
      reason: missing !== null && on.includes(description.id) ? staysOff(missing) : missing,
      vendor_refusal: refusalOf(refusals.get(description.id)),
      last_30_days: sumsOf(tallies.get(description.id)),
      clients: states.filter(({ name }) => name.split(' ')[0] === description.id).map(clientOf),
    };
  });
}

/** @param missing a sentence that says what is not set */
const staysOff = (missing: string) =>
  `${missing} The source is switched on, and stays off until you set it in the environment of every process and restart.`;

const refusalOf = (refusal: VendorRefusal | undefined) =>
  refusal ? { reason: refusal.reason, since: refusal.since.toISOString() } : null;

const described = (
  list: SourceList,
  { id, title, tier, networks, fields, terms }: SourceDescription,
  agreed: AgreedTerms = {},
) => ({
  id,
  title,
  tier,
  networks: [...networks],
  fields: [...fields],
  terms: {
    billable: agreed.billable ?? terms.billable,
    storable: agreed.storable ?? terms.storable,
    store_days_max: terms.storeDaysMax,
    call_paise: agreed.call_paise ?? list.callPaise(id),
  },
});

function sumsOf(tally: Tally | undefined): SourceReport['last_30_days'] {
  const {
    asked = 0,
    found = 0,
    not_found = 0,
    failed = 0,
    ms = 0,
    paise = 0,
    uncertain_paise = 0,
  } = tally ?? {};
  const answered = found + not_found;
  return {
    asked,
    found,
    not_found,
    failed,
    hit_rate: answered === 0 ? null : Math.round((found / answered) * 1000) / 1000,
    latency_ms: asked === 0 ? null : Math.round(ms / asked),
    cost_paise: paise,
    uncertain_paise,
  };
}

const clientOf = ({ name, breaker, pausedUntil }: VendorState) => ({
  name,
  breaker,
  paused_until: pausedUntil?.toISOString() ?? null,
});
