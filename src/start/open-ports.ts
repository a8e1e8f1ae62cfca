import { once } from 'node:events';
import { BlockList, createServer, isIP } from 'node:net';
import type { Log } from '#core/context.ts';
import type { Config } from '#core/environment.ts';
import { developmentFeatures, openedFeatures } from '#core/machine/development.ts';
import { listenForMetrics, type MetricsListener } from '#surfaces/http/metrics-listener.ts';
import type { App } from '../app.ts';
import { StartupError } from './startup-error.ts';

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

/** An address to listen on, and the variables that set it. */
interface ListenAddress {
  host: { variable: string; value: string };
  port: { variable: string; value: number };
}

/** Why the process can't listen there and what to set instead. Null if no setting can fix it. */
export function explainListenError({ code = '' }: NodeJS.ErrnoException, at: ListenAddress): string | null {
  const { host, port } = at;
  switch (code) {
    case 'EADDRINUSE':
      return (
        `Port ${port.value} of ${host.value} is in use, perhaps by another Contactry. ` +
        `Stop that program, or set ${port.variable} to another port.`
      );
    case 'EACCES':
      return (
        `${port.variable} is ${port.value}, but only root may listen on ports below 1024. ` +
        `Set ${port.variable} to 1024 or higher, and let a reverse proxy listen on ${port.value}.`
      );
    case 'EADDRNOTAVAIL':
      return `${named(host)} which is not an address of this machine. ${otherHost(host.variable)}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NODATA':
      return `${named(host)} which is neither an IP address nor a name that resolves to one. ${otherHost(host.variable)}`;
    case 'EINVAL':
    case 'EAFNOSUPPORT':
      return `${named(host)} on which this machine can't listen. ${otherHost(host.variable)}`;
    default:
      return null;
  }
}

const named = ({ variable, value }: ListenAddress['host']) => `${variable} is ${value},`;

const otherHost = (variable: string) =>
  `Set ${variable} to 127.0.0.1 for this machine only, to 0.0.0.0 for all its networks, or to one of its addresses.`;

/** Says at every start which development features are open to others. */
export function warnAboutFeatures(config: Config, log: Log): void {
  for (const feature of openedFeatures(config)) {
    const remedy = `Remove ${feature}=on unless you want this.`;
    log.warn({ feature }, `${developmentFeatures[feature]} ${remedy}`);
  }
}

/** Warns the operator at startup if others can reach the service but PUBLIC_URL is missing. */
export function warnAboutAddress(config: Pick<Config, 'HOST' | 'PUBLIC_URL'>, url: string, log: Log): void {
  const { HOST: host, PUBLIC_URL: publicUrl } = config;
  if (publicUrl || isLoopback(host)) return;
  log.warn(
    { host },
    `HOST is ${host}, so other machines can reach this service, but PUBLIC_URL is not set. Links in answers, mails and /reference ` +
      `start with ${url}, which may not work for them. Set PUBLIC_URL to the address they use. Without a proxy ` +
      'that adds TLS, keys and secrets cross the network unencrypted, including the one for /metrics. Behind a proxy, ' +
      'also set TRUSTED_PROXIES',
  );
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === 'localhost' : loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
}
