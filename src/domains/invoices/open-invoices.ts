import type { OpenDomain, Platform } from '#core/domain.ts';
import { openPress, type Press } from '#platform/pdf/open-press.ts';
import { type Supplier, supplierOf } from './supplier/supplier.ts';

declare module '#core/context.ts' {
  interface Ports {
    /** Who sells, for `issueInvoice`. Throws in production as long as nobody is configured. */
    supplier(): Supplier;
    press: Press;
  }
}

export function openInvoices({ config }: Platform): OpenDomain {
  const press = openPress();
  return { ports: { supplier: () => supplierOf(config), press }, close: () => press.close() };
}
