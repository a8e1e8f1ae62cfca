import { domain } from '#core/domain.ts';
import { openPriceList } from './price-list/open-price-list.ts';
import { showPriceList } from './price-list/show-price-list.ts';
import { priceListVariables } from './price-list/variables.ts';

export const billing = domain({
  id: 'billing',
  title: 'Billing',
  description: 'Plans, packs and prices.',
  operations: [showPriceList],
  variables: priceListVariables,
  open: openPriceList,
});
