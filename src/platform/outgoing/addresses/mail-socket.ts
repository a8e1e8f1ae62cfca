import { connect, type Socket } from 'node:net';
import { AddressRefused } from './address-refused.ts';
import { type DnsResolver, resolveAddresses } from './dns-resolver.ts';
import type { AddressCheck } from './public-address.ts';

/** Connects to a mail server on port 25, on the public Internet only. Fails with `AddressRefused` or the network's own error. */
export type DialMail = (exchange: string, options: { connectMs: number }) => Promise<Socket>;

export interface MailSocketOptions {
  resolver: DnsResolver;
  isPublic: AddressCheck;
  /** Exchanges that loopback ports replace. */
  standIns: ReadonlyMap<string, number>;
  isHeld: () => boolean;
}

const smtpPort = 25;
const addressesMax = 2;

/**
 * Dials exactly the addresses that were checked, so a second DNS answer changes nothing, and checks the socket's peer again. One address
 * that isn't public refuses the whole name. IPv4 comes first, because fewer senders have a name for their IPv6 address.
 */
export function openMailSockets({ resolver, isPublic, standIns, isHeld }: MailSocketOptions): DialMail {
  return async (exchange, { connectMs }) => {
    if (isHeld()) throw Object.assign(new Error('Outgoing messages are held'), { code: 'outgoing_held' });
    const standIn = standIns.get(exchange);
    if (standIn !== undefined) return opened('127.0.0.1', standIn, connectMs);

    const addresses = await resolveAddresses(resolver, exchange);
    const inside = addresses.find((address) => !isPublic(address));
    if (inside !== undefined) throw new AddressRefused(`${exchange} has the address ${inside}`);
    let failure: unknown;
    for (const address of addresses.slice(0, addressesMax)) {
      try {
        const socket = await opened(address, smtpPort, connectMs);
        if (isPublic(socket.remoteAddress ?? '')) return socket;
        socket.destroy();
        throw new AddressRefused(`${exchange} led to ${socket.remoteAddress}`);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
}

const opened = (host: string, port: number, connectMs: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      socket
        .removeAllListeners('connect')
        .removeAllListeners('error')
        .on('error', () => {});
      settle();
    };
    const timer = setTimeout(() => {
      end(() => reject(Object.assign(new Error('connecting took too long'), { code: 'ETIMEDOUT' })));
      socket.destroy();
    }, connectMs);
    socket.once('connect', () => end(() => resolve(socket)));
    socket.once('error', (error) => end(() => reject(error)));
  });
