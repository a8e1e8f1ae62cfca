import type { OpenDomain, Platform } from '#core/domain.ts';
import { openPress } from '#platform/pdf/open-press.ts';
import { InvoicePress } from './download/pdf-of.ts';
import { openSuppliers, SupplierNeeded, SupplierOf } from './supplier/supplier.ts';
import { needsSupplier } from './supplier/variables.ts';

export function openInvoices({ config }: Platform): OpenDomain {
  const press = openPress();
  return {
    ports: [
      SupplierOf.opened(openSuppliers(config)),
      SupplierNeeded.opened(needsSupplier(config)),
      InvoicePress.opened(press),
    ],
    close: () => press.close(),
  };
}
