import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Log } from '#core/context.ts';
import type { Config } from '#core/environment.ts';
import { listenForMetrics, type MetricsListener } from '#surfaces/http/metrics-listener.ts';
import type { App } from '../app.ts';
import { explainListenError } from './explain-listen-error.ts';
import { StartupError } from './startup-error.ts';
import { warnAboutAddress, warnAboutFeatures } from './warn-about-address.ts';

/** Fails early if a port can't be had, before a database is created. */
export async function checkPorts({ HOST, PORT, METRICS_HOST, METRICS_PORT }: Config): Promise<void> {
  await tryPort(HOST, PORT).catch(asPortError('HOST', 'PORT', HOST, PORT));
  if (METRICS_PORT === null) return;
  const refused = asPortError('METRICS_HOST', 'METRICS_PORT', METRICS_HOST, METRICS_PORT);
  await tryPort(METRICS_HOST, METRICS_PORT).catch(refused);
}

async function tryPort(host: string, port: number): Promise<void> {
  const server = createServer();
  server.listen({ host, port });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Listens for callers on HOST and PORT. */
export async function openPort(
  config: Config,
  { server, publicUrl }: { server: App['server']; publicUrl: () => string },
  log: Log,
): Promise<void> {
  const { HOST: host, PORT: port } = config;
  await server.listen({ host, port }).catch(asPortError('HOST', 'PORT', host, port));
  warnAboutAddress(config, publicUrl(), log);
  warnAboutFeatures(config, log);
}

/** Opens Prometheus's own port, if configured. */
export async function openMetricsPort(
  config: Config,
  app: Pick<App, 'metrics'>,
  log: Log,
): Promise<MetricsListener | null> {
  const { METRICS_HOST: host, METRICS_PORT: port } = config;
  if (port === null) return null;
  const refused = asPortError('METRICS_HOST', 'METRICS_PORT', host, port);
  const listener = await listenForMetrics({ host, port }, app.metrics).catch(refused);
  log.info({ url: listener.url }, 'serving metrics on a separate address');
  return listener;
}

/** Rethrows errors that no setting can fix. */
function asPortError(hostVariable: string, portVariable: string, host: string, port: number) {
  return (cause: Error): never => {
    const sentence = explainListenError(cause, {
      host: { variable: hostVariable, value: host },
      port: { variable: portVariable, value: port },
    });
    throw sentence === null ? cause : new StartupError(sentence, { cause });
  };
}
