import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { PriceList } from './shapes.ts';

declare module '#core/context.ts' {
  interface Ports {
    priceList(): PriceList;
  }
}

const cached = { cacheSeconds: 300, forWebsites: true };

export const showPriceList = operation({
  id: 'billing.show-price-list',
  summary: 'Get plans, packs and prices',
  description: 'Everything a pricing page shows. Prices are in paise and include GST.',
  kind: 'query',
  doors: [open('GET', '/api/pricing', cached), open('GET', '/api/v1/billing/plans', cached)],
  input: Type.Object({}),
  output: PriceList,
  errors: [],

  run: (ctx) => ctx.ports.priceList(),
});
