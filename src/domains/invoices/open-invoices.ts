import type { OpenDomain, Platform } from '#core/domain.ts';
import { type Supplier, supplierOf } from './supplier/supplier.ts';

declare module '#core/context.ts' {
  interface Ports {
    /** Who sells, for `issueInvoice`. Throws in production as long as nobody is configured. */
    supplier(): Supplier;
  }
}

export const openInvoices = ({ config }: Platform): OpenDomain => ({
  ports: { supplier: () => supplierOf(config) },
});
