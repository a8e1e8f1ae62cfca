import type { OpenDomain, Platform } from '#core/domain.ts';
import { openPress, type Press } from '#platform/pdf/open-press.ts';
import { type Supplier, supplierOf } from './supplier/supplier.ts';

declare module '#core/context.ts' {
  interface Ports {
    /** The supplier on invoices, for `issueInvoice`. Throws if none is configured and samples are off. */
    supplier(provider: string): Supplier;
    press: Press;
  }
}

export function openInvoices({ config }: Platform): OpenDomain {
  const press = openPress();
  return {
    ports: { supplier: (provider) => supplierOf(config, provider), press },
    close: () => press.close(),
  };
}
