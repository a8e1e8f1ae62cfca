import { BlockList, isIP } from 'node:net';
import type { Log } from '#core/context.ts';
import type { Config } from '#core/environment.ts';

/** Tells an operator once, at the start, what is wrong when others reach the service and it doesn't know its own address. */
export function warnOfAddress(config: Pick<Config, 'HOST' | 'PUBLIC_URL'>, url: string, log: Log): void {
  const { HOST: host, PUBLIC_URL: publicUrl } = config;
  if (publicUrl || isLoopback(host)) return;
  log.warn(
    { host },
    `HOST is ${host}, so others reach this service, and PUBLIC_URL is not set: links in answers, mails and /reference ` +
      `start with ${url}, which may mean nothing to them. Set PUBLIC_URL to the address that they use. Without a proxy ` +
      'that adds TLS, keys and secrets cross the network in the clear, among them that of /metrics. Behind a proxy, ' +
      'set TRUSTED_PROXIES as well',
  );
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === 'localhost' : loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
}
