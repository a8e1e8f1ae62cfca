import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Counters, openCounters } from './counters.ts';
import { addDatabaseGauges, type DatabaseKnown } from './database-gauges.ts';
import type { EventLoopDelay, LoopDelay } from './event-loop-delay.ts';

export interface Metrics extends Counters {
  registry: Registry;
  answered(route: string, status: number, seconds: number): void;
  batched(name: string, items: number): void;
  /** A value that is read for every scrape. It has no lines while `read` fails, and the other metrics are served. */
  gauge(name: string, help: string, labelNames: readonly string[], read: () => Promise<Reading[]>): void;
  /** 1 while rate limits are shared across processes as configured, 0 while this process counts on its own. */
  rateLimitShared(shared: boolean): void;
}

interface Reading {
  labels: Record<string, string>;
  value: number;
}

/** The operator's metrics, served in Prometheus's text format at `/metrics`. */
export function openMetrics(delay: EventLoopDelay, countAlerts: CountAlerts, known?: DatabaseKnown): Metrics {
  const registry = new Registry();
  if (known) addDatabaseGauges(registry, known);
  collectDefaultMetrics({ register: registry });
  // Gauges, named as counters are. Those without the ending have the same numbers by type.
  for (const what of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  const answers = new Histogram({
    name: 'contactry_http_answer_seconds',
    help: 'Time from request to response, by route and status.',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  const batches = new Histogram({
    name: 'contactry_batch_items',
    help: 'Number of calls per statement.',
    labelNames: ['batch'],
    buckets: [1, 4, 16, 64, 256, 512],
    registers: [registry],
  });
  const items = new Counter({
    name: 'contactry_batch_items_total',
    help: 'Calls made through a batch.',
    labelNames: ['batch'],
    registers: [registry],
  });
  const shared = new Gauge({
    name: 'contactry_rate_limit_shared',
    help: '1 while rate limits are counted as configured, 0 while Redis is unavailable and each process counts on its own.',
    registers: [registry],
  });
  shared.set(1);
  const gauge = gaugeIn(registry);
  gauge(
    'operator_alerts',
    'Alerts that are open, by kind; the same from every process.',
    ['kind'],
    async () => (await countAlerts()).map(({ kind, open }) => ({ labels: { kind }, value: open })),
  );
  addDelayGauge(registry, delay, 'max', ({ longestMs }) => longestMs);
  addDelayGauge(registry, delay, 'p99', ({ p99Ms }) => p99Ms);
  return {
    ...openCounters(registry),
    registry,
    gauge,
    answered: (route, status, seconds) => answers.observe({ route, status }, seconds),
    batched: (name, count) => {
      batches.observe({ batch: name }, count);
      items.inc({ batch: name }, count);
    },
    rateLimitShared: (isShared) => shared.set(isShared ? 1 : 0),
  };
}

/** Open rows of the table of alerts, by kind. */
export type CountAlerts = () => Promise<{ kind: string; open: number }[]>;

function addDelayGauge(
  registry: Registry,
  delay: EventLoopDelay,
  measure: 'max' | 'p99',
  read: (delay: LoopDelay) => number,
): void {
  new Gauge({
    name: `contactry_event_loop_delay_${measure}_seconds`,
    help: `How long callbacks waited for the event loop (${measure}), in the current or the previous minute.`,
    registers: [registry],
    collect() {
      const { now, before } = delay.recent();
      this.set(Math.max(read(now), read(before)) / 1000);
    },
  });
}

const gaugeIn =
  (registry: Registry): Metrics['gauge'] =>
  (name, help, labelNames, read) => {
    new Gauge({
      name: `contactry_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        for (const { labels, value } of await read().catch(() => [])) this.set(labels, value);
      },
    });
  };
