import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { AddressRefused } from './address-refused.ts';
import { type DnsResolver, openResolver, resolveAddresses } from './dns-resolver.ts';
import { type AddressCheck, publicAddressCheck } from './public-address.ts';

type Target = Parameters<buildConnector.connector>[0];

export interface GuardOptions {
  resolver?: DnsResolver;
  isPublic?: AddressCheck;
  /** Exact loopback origins that tests may reach. Any other origin throws. */
  allowedOrigins?: readonly string[];
  /** From the DNS lookup to the end of the TLS handshake. */
  connectMs?: number;
  /** PEM of a certificate authority to trust instead of the system's, for test servers. */
  trustedCa?: string;
  /** Opens the TCP connection to an approved address. Tests replace it with a network that lies. */
  openSocket?: (pinned: LookupFunction, timeoutMs: number) => buildConnector.connector;
}

const loopbackOrigin = /^https?:\/\/(127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * An undici agent that reaches only the public Internet, on ports 80 and 443. It checks an IP literal, every address of a
 * name, and the socket's actual peer before sending a byte. It dials exactly the checked addresses, so a second DNS answer
 * changes nothing. It ignores proxy variables: a proxy would resolve names unchecked.
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

/** Opens a connection that passes all three checks. Fails with `AddressRefused` or the network's own error. */
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

/** All addresses of the target. One address that isn't public refuses the whole name. */
async function clearedAddresses({ resolver, isPublic }: Guard, target: Target): Promise<string[]> {
  const host = hostOf(target);
  const port = portOf(target);
  if (port !== '80' && port !== '443') throw new AddressRefused(`port ${port} is not allowed`);

  const addresses = isIP(host) ? [host] : await resolveAddresses(resolver, host);
  const inside = addresses.find((address) => !isPublic(address));
  if (inside !== undefined) throw new AddressRefused(`${host} has the address ${inside}`);
  return addresses;
}

const tcpConnector = (pinned: LookupFunction, timeoutMs: number): buildConnector.connector =>
  buildConnector({ lookup: pinned, timeout: timeoutMs, allowH2: false, autoSelectFamily: true, port: 0 });

/** A lookup that returns only the checked addresses, in either form Node asks for. */
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

/** A slow DNS lookup counts as a connection timeout. */
async function within<T>(timeoutMs: number, work: T | Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const code = 'UND_ERR_CONNECT_TIMEOUT';
  const timer = setTimeout(
    () => late.reject(Object.assign(new Error('the DNS lookup timed out'), { code })),
    timeoutMs,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
