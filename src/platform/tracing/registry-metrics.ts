import type { HrTime } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  type DataPoint,
  DataPointType,
  type HistogramMetricData,
  type MetricData,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

interface Value extends MetricValue<string> {
  /** The name with `_bucket`, `_sum` or `_count`, if the value is a histogram's. */
  metricName?: string;
}

type Histogram = HistogramMetricData['dataPoints'][number]['value'];

/** The metrics that `/metrics` shows, as OpenTelemetry's data. Names, labels and units stay the same. */
export async function metricsOf(registry: Registry, resource: Resource): Promise<CollectionResult> {
  const times = { startTime: hrTime(performance.timeOrigin), endTime: hrTime(Date.now()) };
  const metrics = (await registry.getMetricsAsJSON()).map((metric) =>
    dataOf(metric as MetricObjectWithValues<Value>, times),
  );
  return {
    resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'contactry' }, metrics }] },
    errors: [],
  };
}

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)];

type Times = Pick<DataPoint<number>, 'startTime' | 'endTime'>;

function dataOf({ name, help, type, values }: MetricObjectWithValues<Value>, times: Times): MetricData {
  const common = {
    descriptor: { name, description: help, unit: '', valueType: 1 },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  // Typed as an enum of numbers, delivered as a word.
  const kind = String(type);
  if (kind === 'histogram') {
    const dataPoints = histogramsOf(values).map((point) => ({ ...times, ...point }));
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints = values.map(({ labels, value }) => ({
    ...times,
    attributes: labels as Record<string, string>,
    value,
  }));
  return kind === 'counter'
    ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** Prometheus counts in each bucket what is in the smaller ones too. */
function histogramsOf(values: readonly Value[]): Pick<DataPoint<Histogram>, 'attributes' | 'value'>[] {
  const byLabels = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  return [...byLabels].map(([labels, parts]) => {
    const buckets = parts.filter(({ labels: { le } }) => le !== undefined);
    const partCalled = (ending: string) =>
      parts.find(({ metricName }) => metricName?.endsWith(ending))?.value ?? 0;
    return {
      attributes: JSON.parse(labels),
      value: {
        buckets: {
          boundaries: buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite),
          counts: buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0)),
        },
        sum: partCalled('_sum'),
        count: partCalled('_count'),
      },
    };
  });
}
