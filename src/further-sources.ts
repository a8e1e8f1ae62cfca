import { setTimeout } from 'node:timers/promises';
import type { Clock } from '#core/clock.ts';
import type { Db, Log, Ports } from '#core/context.ts';
import type { SettingsInForce } from '#domains/settings/index.ts';
import { openAsk, openSearch, openValidators } from '#domains/sources/index.ts';
import { allDescriptions, openSources } from '#platform/contact-sources/all-sources.ts';
import type { SourceValues } from '#platform/contact-sources/environment.ts';
import { type OutgoingOptions, openOutgoing } from '#platform/outgoing/index.ts';
import type { Config } from './config.ts';

interface FurtherSourcesOptions {
  config: Config;
  db: Db;
  worker: string;
  ports: Pick<Ports, 'people' | 'suppressionPepper'>;
  settings: SettingsInForce;
  clock: Clock;
  log: Log;
  /** Tests only: name servers and limits in place of the real ones. */
  outgoingInTests: Pick<OutgoingOptions, 'resolver' | 'limits'> | undefined;
}

/** The one way out, the sources behind it, and the search that asks them. */
export function openFurtherSources({
  config,
  db,
  worker,
  ports,
  settings,
  clock,
  log,
  outgoingInTests,
}: FurtherSourcesOptions) {
  const siteStandIns = (config as SourceValues).SITE_STAND_INS;
  const outgoing = openOutgoing({
    crawler: {
      product: 'Contactry',
      version: '2.0',
      contactUrl: config.CONTACT_URL || config.PUBLIC_URL || 'http://localhost/',
    },
    allowedOrigins: [...siteStandIns.values()],
    ...outgoingInTests,
  });
  const sources = openSources({ outgoing, values: config as SourceValues });
  const stop = new AbortController();
  const pause = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal }).catch(() => {});
  const agreed = (id: string) => settings.current().source_terms[id];
  const asking = openAsk({
    db,
    worker,
    ports,
    clock,
    log,
    validatorsFor: (profileHash) => openValidators(db, profileHash),
    pause,
    stopped: stop.signal,
    // The people of stand-ins live at reserved names, which no name server knows.
    checkMailDomain: siteStandIns.size > 0 ? async () => 'unknown' : outgoing.checkMailDomain,
    agreed,
  });
  const onByConfiguration = config.SOURCES.includes('all')
    ? allDescriptions.map(({ id }) => id)
    : config.SOURCES;
  const isOn = (id: string) => (settings.current().sources_on ?? onByConfiguration).includes(id);
  const search = openSearch({ db, sources: sources.list, ask: asking.ask, isOn, agreed });
  const stopAsking = async (timeoutMs: number) => {
    stop.abort();
    await Promise.race([asking.settled(), setTimeout(timeoutMs, undefined, { ref: false })]);
  };
  return { outgoing, sources, onByConfiguration, search, stopAsking };
}
