import type { Db } from '#core/context.ts';
import type { VendorState } from '#platform/outgoing/index.ts';
import { vendorRefusals } from './asking/vendor-alerts.ts';
import type { SourceDescription } from './port.ts';
import type { AgreedTerms } from './settings.ts';
import type { SourceReport } from './shapes.ts';
import { overruled, type SourceList, switchedOn } from './source-list.ts';
import { type Tally, talliesOf } from './sql.ts';

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
  const missingFor = (id: string) => list.unavailable.find((each) => each.id === id)?.reason ?? null;
  const overruledIds = overruled(list, settings.sources_on);
  const reasonFor = (id: string) => {
    const missing = missingFor(id);
    if (missing !== null) return on.includes(id) ? staysOff(missing) : missing;
    return overruledIds.includes(id) ? overruledBySetting : null;
  };
  return list.descriptions.map((description) => {
    const missing = missingFor(description.id);
    return {
      ...described(list, description, settings.source_terms[description.id]),
      state: missing !== null ? 'not_configured' : on.includes(description.id) ? 'on' : 'off',
      reason: reasonFor(description.id),
      vendor_refusal: refusals.get(description.id) ?? null,
      last_30_days: sumsOf(tallies.get(description.id)),
      clients: states.filter(({ name }) => name.split(' ')[0] === description.id).map(clientOf),
    };
  });
}

/** @param missing a sentence that says what is not set */
const staysOff = (missing: string) =>
  `${missing} The source is switched on, and stays off until you set it in the environment of every process and restart.`;

const overruledBySetting =
  'SOURCES names it, but the setting sources_on takes precedence and leaves it off. Switch the source on, or set sources_on to null ' +
  'to use SOURCES.';

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

const noTally = { asked: 0, found: 0, not_found: 0, failed: 0, ms: 0, paise: 0, uncertain_paise: 0 };

function sumsOf(tally: Omit<Tally, 'source'> = noTally): SourceReport['last_30_days'] {
  const { asked, found, not_found, failed, ms, paise, uncertain_paise } = tally;
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
  paused_until: pausedUntil ?? null,
});
