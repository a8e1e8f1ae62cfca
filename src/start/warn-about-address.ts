import { BlockList, isIP } from 'node:net';
import type { Log } from '#core/context.ts';
import type { Config } from '#core/environment.ts';
import { developmentFeatures, openedFeatures } from '#core/machine/development.ts';

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
