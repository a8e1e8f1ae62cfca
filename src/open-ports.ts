import type { Log } from '#core/context.ts';
import type { Config } from '#core/environment.ts';
import { listenForMetrics, type MetricsListener } from '#surfaces/http/metrics-listener.ts';
import type { App } from './app.ts';
import { listenRefusal } from './listen-refusal.ts';
import { StartRefused } from './start-refused.ts';
import { warnOfAddress } from './warn-of-address.ts';

/** Takes callers at HOST and PORT. */
export async function openPort(config: Config, app: App, log: Log): Promise<void> {
  const { HOST: host, PORT: port } = config;
  await app.server.listen({ host, port }).catch(refusePort('HOST', 'PORT', host, port));
  warnOfAddress(config, app.kernel.ports.publicUrl(), log);
}

/** Prometheus's own door, where one is asked for. */
export async function openMetricsPort(config: Config, app: App, log: Log): Promise<MetricsListener | null> {
  const { METRICS_HOST: host, METRICS_PORT: port } = config;
  if (port === null) return null;
  const refused = refusePort('METRICS_HOST', 'METRICS_PORT', host, port);
  const listener = await listenForMetrics({ host, port }, app.metrics).catch(refused);
  log.info({ url: listener.url }, 'metrics are served at an address of their own');
  return listener;
}

/** What no setting mends is thrown as it is. */
function refusePort(hostVariable: string, portVariable: string, host: string, port: number) {
  return (cause: Error): never => {
    const sentence = listenRefusal(cause, {
      host: { variable: hostVariable, value: host },
      port: { variable: portVariable, value: port },
    });
    throw sentence === null ? cause : new StartRefused(sentence, { cause });
  };
}
