import type { Config } from '#core/environment.ts';
import { type Finding, looked, skipped } from '#core/parts/health.ts';
import { checkCertificate } from './check-certificate.ts';
import { checkVendors } from './check-vendors.ts';

/** Checks outside of this machine. Vendors aren't asked while outgoing messages are held. */
export async function checkOutside(config: Config, now: Date, isHeld: boolean): Promise<Finding[]> {
  const found = await Promise.all([
    looked('certificate', () => checkCertificate(config.PUBLIC_URL, now)),
    isHeld
      ? [skipped('vendors', 'Outgoing messages are held, so no vendor is asked.')]
      : looked('vendors', () => checkVendors(config)),
  ]);
  return found.flat();
}
