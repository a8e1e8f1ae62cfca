import { setTimeout } from 'node:timers/promises';
import { waitAtMost } from '#core/concurrency/wait-at-most.ts';
import type { OpenDomain, Platform } from '#core/domain.ts';
import { ProfileProofs } from '#domains/suppression/index.ts';
import {
  allDescriptions,
  extraHostsOf,
  openSources as openEverySource,
} from '#platform/contact-sources/all-sources.ts';
import { openProfileProof } from '#platform/contact-sources/profile-proof.ts';
import { CodeHosts } from '#values/profile-link/code-hosts.ts';
import { openAsk } from './asking/question.ts';
import { openSearch, Search } from './asking/search.ts';
import { openVendorAlerts } from './asking/vendor-alerts.ts';
import { openVendorMoney, SpendingOf } from './money/vendor-money.ts';
import { IsBillable, overruled, SourceList, switchedOn } from './source-list.ts';
import { openValidators } from './sql.ts';

/** How long questions in progress may take to finish when the process stops. */
const stopMs = 10_000;

/** Opens the sources of this installation and the search over them. */
export function openSources(platform: Platform): OpenDomain {
  const { ports, config, outgoing, clock, log, metrics, processId: worker } = platform;
  const { db, settings } = ports;
  const sources = openEverySource({ outgoing, values: config });
  const agreed = (id: string) => settings.current().source_terms[id];
  const stop = new AbortController();
  const asking = openAsk({
    db,
    worker,
    ports,
    clock,
    log,
    validatorsFor: (profileHash) => openValidators(db, profileHash),
    pause: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => {}),
    onAsked: metrics.sourceAsked,
    noteOutcome: openVendorAlerts({ db, log, clock }),
    stopped: stop.signal,
    // Stand-ins use reserved names, which no name server resolves.
    checkMailDomain: config.SITE_STAND_INS.size > 0 ? async () => 'unknown' : outgoing.checkMailDomain,
    agreed,
  });
  const onByConfiguration = config.SOURCES.includes('all')
    ? allDescriptions.map(({ id }) => id)
    : config.SOURCES;
  const list: SourceList = {
    descriptions: allDescriptions,
    unavailable: sources.unavailable,
    onByConfiguration,
    vendorStates: () => outgoing.vendorStates(),
    callPaise: (id) => {
      const source = sources.list.find((one) => one.id === id);
      return source ? source.price(source.fields).perHitPaise : null;
    },
  };
  const isOn = (id: string) => switchedOn(list, settings.current().sources_on).includes(id);
  const leftOff = overruled(list, settings.current().sources_on);
  if (leftOff.length > 0)
    log.warn({ sources: leftOff }, 'SOURCES names sources that the setting sources_on leaves off');
  return {
    ports: [
      SourceList.opened(list),
      Search.opened(openSearch({ db, sources: sources.list, ask: asking.ask, isOn, agreed })),
      SpendingOf.opened(openVendorMoney({ db, worker, settings })),
      ProfileProofs.opened(openProfileProof({ sources: sources.list, clock, log })),
      CodeHosts.opened(extraHostsOf(config)),
      IsBillable.opened(
        ({ kind, source }) =>
          kind === 'operator_directory' || (agreed(source)?.billable ?? !unbillable.has(source)),
      ),
    ],
    close: async () => {
      stop.abort();
      await waitAtMost(stopMs, asking.settled());
    },
  };
}

const unbillable = new Set<string>(
  allDescriptions.filter(({ terms }) => !terms.billable).map(({ id }) => id),
);
