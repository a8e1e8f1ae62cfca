import type { OpenDomain, Platform } from '#core/domain.ts';
import { openPress } from '#platform/pdf/open-press.ts';
import { InvoicePress } from './download/pdf-of.ts';
import { SupplierOf, supplierOf } from './supplier/supplier.ts';

export function openInvoices({ config }: Platform): OpenDomain {
  const press = openPress();
  return {
    ports: [SupplierOf.opened((provider) => supplierOf(config, provider)), InvoicePress.opened(press)],
    close: () => press.close(),
  };
}
