import { entries, InvalidValue, oneOf, rejectValue, text, variable, wholeNumber } from '#core/environment.ts';

/** Rejects what can't be a collector's base URL for OTLP over HTTP. */
function endpoint(value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol))
    return rejectValue('must be a URL that starts with http:// or https://, such as http://127.0.0.1:4318');
  if (url.port === '4317')
    return rejectValue('has port 4317, where collectors expect gRPC. Use the port for HTTP, usually 4318');
  if (/\/v1\/(?:traces|metrics|logs)\/?$/.test(url.pathname))
    return rejectValue('must end before /v1/traces: Contactry adds /v1/traces and /v1/metrics');
  if (url.username || url.password)
    return rejectValue('must not contain a user name or password. Use OTEL_EXPORTER_OTLP_HEADERS');
  if (url.search || url.hash) return rejectValue('must end with the path: remove the part after ? or #');
  return url.href.replace(/\/+$/, '');
}

/** `name=value` pairs. The values are secrets, so no message repeats them. */
function headers(value: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entries(value).map((entry) => {
      const [, name, given] = /^([\w!#$%&'*+.^`|~-]+)=([\x20-\x7e]*)$/.exec(entry) ?? [];
      if (name === undefined)
        return rejectValue('must be name=value pairs, separated by commas, with percent-encoded values');
      try {
        return [name, decodeURIComponent(given!)];
      } catch {
        throw new InvalidValue(`has a value that isn't percent-encoded. Write a % in ${name} as %25`);
      }
    }),
  );
}

function share(value: string): number {
  const number = Number(value);
  return number >= 0 && number <= 1 ? number : rejectValue('must be a number from 0 to 1');
}

export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    'OpenTelemetry collector that gets traces and metrics (OTLP over HTTP). Without it, none are sent.',
    '',
    endpoint,
    'http://127.0.0.1:4318',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: variable(
    'Headers for the collector, as name=value pairs separated by commas. Percent-encode the values.',
    {} as Readonly<Record<string, string>>,
    headers,
    'authorization=Bearer%20token',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: variable(
    'Encoding of traces and metrics. Contactry has only this one.',
    'http/protobuf' as const,
    oneOf('http/protobuf'),
  ),
  OTEL_SERVICE_NAME: variable('Name of this service in traces and metrics.', 'contactry', text),
  OTEL_TRACES_SAMPLER: variable(
    "Which traces are recorded. `parentbased_…` follows the caller's traceparent, if there is one.",
    'parentbased_traceidratio' as const,
    oneOf(
      ...(['parentbased_traceidratio', 'parentbased_always_on', 'parentbased_always_off'] as const),
      ...(['traceidratio', 'always_on', 'always_off'] as const),
    ),
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(
    'Share of traces that a sampler with `traceidratio` records, from 0 to 1.',
    0.01,
    share,
  ),
  OTEL_METRIC_EXPORT_INTERVAL: variable(
    'Milliseconds between two exports of metrics to the collector.',
    60_000,
    wholeNumber(1_000, 3_600_000),
  ),
};
