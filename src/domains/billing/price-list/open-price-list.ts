import type { OpenDomain, Platform } from '#core/domain.ts';
import { contactOf } from './contact.ts';
import { priceListWith } from './price-list.ts';

/** The price list changes with a release or a restart only. */
export const openPriceList = ({ config }: Platform): OpenDomain => ({
  ports: { priceList: priceListWith(contactOf(config)) },
});
