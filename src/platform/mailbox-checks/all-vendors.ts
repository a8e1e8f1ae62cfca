import { type ConfigOf, mergedVariables } from '#core/environment.ts';
import type { Outgoing } from '#platform/outgoing/index.ts';
import type { MailboxCheck } from './mailbox-check.ts';
import { reacher } from './reacher/reacher.ts';
import { zerobounce } from './zerobounce/zerobounce.ts';

const vendors = [zerobounce, reacher] as const;

export const vendorIds = vendors.map(({ id }) => id);
export type VendorId = (typeof vendorIds)[number];

export const vendorVariables = mergedVariables(vendors);

/** The vendors whose variables are set. */
export const openVendorChecks = (
  outgoing: Outgoing,
  config: ConfigOf<typeof vendorVariables>,
): ReadonlyMap<VendorId, MailboxCheck> =>
  new Map(
    vendors.flatMap((vendor): [VendorId, MailboxCheck][] => {
      const check = vendor.open(outgoing, config);
      return check ? [[vendor.id, check]] : [];
    }),
  );
