import { sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Db } from '#core/context.ts';
import type { EventLoopDelay } from './event-loop-delay.ts';

export type Metrics = ReturnType<typeof openMetrics>;

interface Reading {
  labels: Record<string, string>;
  value: number;
}

/** The operator's metrics, served in Prometheus's text format at `/metrics`. */
export function openMetrics(delay: EventLoopDelay, countAlerts: CountAlerts, known?: DatabaseKnown) {
  const registry = new Registry();
  const gauge = gaugeIn(registry);
  if (known) addDatabaseGauges(gauge, known);
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
  gauge(
    'operator_alerts',
    'Alerts that are open, by kind; the same from every process.',
    ['kind'],
    async () => (await countAlerts()).map(({ kind, open }) => ({ labels: { kind }, value: open })),
  );
  addDelayGauges(gauge, delay);
  return {
    ...openCounters(registry),
    registry,
    gauge,
    answered: (route: string, status: number, seconds: number) => answers.observe({ route, status }, seconds),
    batched: (name: string, count: number) => {
      batches.observe({ batch: name }, count);
      items.inc({ batch: name }, count);
    },
    /** Whether rate limits are shared across processes as configured, or this process counts on its own. */
    rateLimitShared: (isShared: boolean) => shared.set(isShared ? 1 : 0),
  };
}

/** Open rows of the table of alerts, by kind. */
type CountAlerts = () => Promise<{ kind: string; open: number }[]>;

function addDelayGauges(gauge: DeclareGauge, delay: EventLoopDelay): void {
  for (const [measure, name] of [
    ['max', 'longestMs'],
    ['p99', 'p99Ms'],
  ] as const) {
    const help = `How long callbacks waited for the event loop (${measure}), in the current or the previous minute.`;
    gauge(`event_loop_delay_${measure}_seconds`, help, [], async () => {
      const { now, before } = delay.recent();
      return alone(Math.max(now[name], before[name]) / 1000);
    });
  }
}

const alone = (value: number): Reading[] => [{ labels: {}, value }];

/** A value that is read for every scrape. It has no lines while `read` fails, and the other metrics are served. */
type DeclareGauge = (
  name: string,
  help: string,
  labelNames: readonly string[],
  read: () => Promise<Reading[]>,
) => void;

const gaugeIn =
  (registry: Registry): DeclareGauge =>
  (name, help, labelNames, read) => {
    new Gauge({
      name: `contactry_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        // A reset leaves 0 in a gauge without labels.
        if (labelNames.length === 0) this.remove();
        for (const { labels, value } of await read().catch(() => [])) this.set(labels, value);
      },
    });
  };

type LookupEnd = { status: string; charged: number; mode: 'live' | 'test' };

/** Counts since the process started. Labels have few values: no account, key or person is one. */
function openCounters(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `contactry_${name}_total`, help, labelNames, registers: [registry] });
  const lookups = counter('lookups', 'Lookups by their final status; test keys have a mode of their own.', [
    'status',
    'mode',
  ]);
  const credits = counter('credits_charged', 'Credits that lookups were charged.', []);
  const questions = counter('source_questions', 'Questions to sources, by what came of them.', [
    'source',
    'outcome',
  ]);
  const paise = counter('source_paise', 'Paise that vendors took for questions, at most.', ['source']);
  const rows = counter('import_rows', 'Rows of imported files, by what became of them.', ['outcome']);
  const spans = counter(
    'trace_spans',
    'Spans for the collector: sent, refused or lost by it, or dropped because too many waited.',
    ['outcome'],
  );
  const jobs = counter('jobs', 'Tries of background jobs, by how they ended.', ['job', 'outcome']);
  return {
    /** A lookup has its final answer; repeats of an answer don't count. */
    lookupEnded({ status, charged, mode }: LookupEnd): void {
      lookups.inc({ status, mode });
      credits.inc(charged);
    },
    /** One question to a source; `taken` is the most its vendor can have taken for it, in paise. */
    sourceAsked(source: string, outcome: string, taken: number): void {
      questions.inc({ source, outcome });
      paise.inc({ source }, taken);
    },
    importRows: (outcome: string, count: number) => rows.inc({ outcome }, count),
    spansEnded: (outcome: 'sent' | 'failed' | 'dropped', count: number) => spans.inc({ outcome }, count),
    jobEnded: (job: string, outcome: 'done' | 'failed') => jobs.inc({ job, outcome }),
  };
}

/** Without values if there is no replica. */
function addReplicaGauges(gauge: DeclareGauge, replica: ReplicaKnown | null): void {
  const lag = 'How far the replica of this process is behind. No value while it is away.';
  gauge('replica_lag_seconds', lag, [], async () => {
    const seconds = replica?.lagSeconds() ?? null;
    return seconds === null ? [] : alone(seconds);
  });
  const used = '1 while the replica answers reads that may be old, 0 while the primary does.';
  gauge('replica_used', used, [], async () => (replica ? alone(replica.db() ? 1 : 0) : []));
}

interface ReplicaKnown {
  lagSeconds(): number | null;
  db(): Db | null;
}

/** Since the last backup; of a database that has none, since it was created. */
const backupAge = sql<number>`
  extract(epoch from clock_timestamp() - coalesce(
    (select max(at) from backup_made), (select min(applied_at) from schema_migration)
  ))::float8`;

interface DatabaseKnown {
  db: Db;
  isHeld(): boolean;
  replica: ReplicaKnown | null;
}

/** Gauges read from the database, the same from every process. Without a database they have no value, and the others are served. */
function addDatabaseGauges(gauge: DeclareGauge, { db, isHeld, replica }: DatabaseKnown): void {
  addReplicaGauges(gauge, replica);
  const age = 'Time since the last backup, or since the database was created if it has none.';
  gauge('backup_age_seconds', age, [], async () => {
    const { rows } = await sql<{ age: number }>`select ${backupAge} as age`.execute(db);
    return alone(rows[0]!.age);
  });
  const held = '1 while outgoing messages are held, as on a restored copy.';
  gauge('outgoing_held', held, [], async () => alone(isHeld() ? 1 : 0));
}
