import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { type DnsResolver, openResolver, resolveAddresses } from './dns-resolver.ts';
import { type AddressCheck, publicAddressCheck } from './public-address.ts';

type Target = Parameters<buildConnector.connector>[0];

/** A connection was refused because it would have led somewhere that isn't the public Internet. */
class AddressRefused extends Error {
  readonly code = 'address_refused';
}

export interface GuardOptions {
  resolver?: DnsResolver;
  isPublic?: AddressCheck;
  /** Exact loopback origins that tests may reach; anything that isn't loopback throws. */
  allowedOrigins?: readonly string[];
  /** From the name's lookup to the finished TLS handshake. */
  connectMs?: number;
  /** PEM of an authority to trust instead of the system's, for test servers. */
  trustedCa?: string;
  /** What opens the TCP connection once an address is cleared; tests put a lying network in its place. */
  openSocket?: (pinned: LookupFunction, timeoutMs: number) => buildConnector.connector;
}

const loopbackOrigin = /^https?:\/\/(127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * An undici agent that can only reach the public Internet, on ports 80 and 443. An IP literal is judged before it
 * is dialled, a name by every address it resolves to, and the socket by where it ended up, before a byte is sent.
 * The addresses that were judged are the ones dialled, so a second DNS answer changes nothing. Proxies from the
 * environment are not used: names would then be resolved where nothing judges them.
 */
export function openGuardedAgent(options: GuardOptions = {}): Agent {
  const guard: Guard = {
    resolver: openResolver(),
    isPublic: publicAddressCheck(),
    allowedOrigins: [],
    connectMs: 2000,
    openSocket: tcpConnector,
    trustedCa: undefined,
    ...options,
  };
  for (const origin of guard.allowedOrigins) {
    if (!loopbackOrigin.test(origin)) throw new TypeError(`${origin} is not a loopback origin`);
  }
  return new Agent({
    connect: (target, callback) => {
      dial(guard, target).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: 2000,
    keepAliveMaxTimeout: 5000,
  });
}

type Guard = Required<Omit<GuardOptions, 'trustedCa'>> & Pick<GuardOptions, 'trustedCa'>;

/** Opens a connection that has passed the three checks. Fails with `AddressRefused` or the network's own error. */
async function dial(guard: Guard, target: Target): Promise<Socket> {
  const startMs = performance.now();
  const leftMs = () => Math.max(1, guard.connectMs - (performance.now() - startMs));
  const isAllowed = guard.allowedOrigins.includes(originOf(target));

  const addresses = await within(leftMs(), isAllowed ? [hostOf(target)] : clearedAddresses(guard, target));
  const tcp = guard.openSocket(pinnedLookup(addresses), leftMs());
  const plain = { ...target, protocol: 'http:', port: portOf(target), servername: undefined };
  const socket = await opened(tcp, plain);
  if (!isAllowed && !guard.isPublic(socket.remoteAddress ?? '')) {
    socket.destroy();
    throw new AddressRefused(`${target.hostname} led to ${socket.remoteAddress}`);
  }
  if (target.protocol !== 'https:') return socket;

  const tls = buildConnector({
    timeout: leftMs(),
    allowH2: false,
    maxCachedSessions: 0,
    ca: guard.trustedCa,
  });
  return opened(tls, { ...target, httpSocket: socket });
}

/** Every address of the target, when all of them are public; one that isn't condemns the name. */
async function clearedAddresses({ resolver, isPublic }: Guard, target: Target): Promise<string[]> {
  const host = hostOf(target);
  const port = portOf(target);
  if (port !== '80' && port !== '443') throw new AddressRefused(`port ${port} is not for pages`);

  const addresses = isIP(host) ? [host] : await resolveAddresses(resolver, host);
  const inside = addresses.find((address) => !isPublic(address));
  if (inside !== undefined) throw new AddressRefused(`${host} has the address ${inside}`);
  return addresses;
}

const tcpConnector = (pinned: LookupFunction, timeoutMs: number): buildConnector.connector =>
  buildConnector({ lookup: pinned, timeout: timeoutMs, allowH2: false, autoSelectFamily: true, port: 0 });

/** Answers a socket's lookup from the addresses that were judged, in the one or the other form Node asks for. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));

  return (_name, { all, family }, callback) => {
    const fitting =
      family === 4 || family === 6 ? answers.filter((answer) => answer.family === family) : answers;
    const first = fitting[0];
    if (!first)
      return callback(Object.assign(new Error('no address of that family'), { code: 'ENOTFOUND' }), '');
    if (all) callback(null, fitting);
    else callback(null, first.address, first.family);
  };
}

const hostOf = ({ hostname }: Target): string => hostname.replace(/^\[|\]$/g, '');

const portOf = ({ port, protocol }: Target): string => port || (protocol === 'https:' ? '443' : '80');

const originOf = (target: Target): string => {
  const host = hostOf(target);
  return new URL(`${target.protocol}//${isIP(host) === 6 ? `[${host}]` : host}:${portOf(target)}`).origin;
};

const opened = (connect: buildConnector.connector, target: Target): Promise<Socket> =>
  new Promise((resolve, reject) => {
    connect(target, (error, socket) => (error ? reject(error) : resolve(socket as Socket)));
  });

/** Names that take too long to resolve count as a connection that took too long. */
async function within<T>(timeoutMs: number, work: T | Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const code = 'UND_ERR_CONNECT_TIMEOUT';
  const timer = setTimeout(
    () => late.reject(Object.assign(new Error('name lookup took too long'), { code })),
    timeoutMs,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
