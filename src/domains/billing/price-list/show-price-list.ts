import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { port } from '#core/ports.ts';
import { PriceList } from './shapes.ts';

export const ShowPrices = port<() => PriceList>('show-prices');

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

  run: (ctx) => ctx.ports.use(ShowPrices)(),
});
