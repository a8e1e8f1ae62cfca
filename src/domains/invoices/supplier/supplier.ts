import type { Db } from '#core/context.ts';
import type { Config } from '#core/environment.ts';
import { allows } from '#core/machine/development.ts';
import { port } from '#core/ports.ts';
import { type State, stateOf, stateOfGstin } from '#values/gst/index.ts';
import { type StoredSupplier, storedSupplier } from './stored-supplier.ts';
import { takesMoney } from './variables.ts';

/** The business that sells, before it is decided whether a document is a sample. */
type Business = Pick<Supplier, 'name' | 'addressLines' | 'gstin' | 'state' | 'sac'>;

export interface Suppliers {
  /** The one that an operator or the environment has set. Null if neither has. */
  configured(stored: StoredSupplier | null): Business | null;
  fictional: Business;
  /** For `issueInvoice`. Null if real money was paid and no business is set. */
  of(db: Db, provider: string): Promise<Supplier | null>;
}
export const SupplierOf = port<Suppliers>('supplier-of');

/** Whether a provider takes real money here, so that invoices need a real business. */
export const SupplierNeeded = port<boolean>('supplier-needed');

/** Money was paid, or nearly, and there is no business to put on its invoice. */
export const supplierMissing = { kind: 'supplier_missing', subject: 'supplier' } as const;

/** The business that sells. */
export interface Supplier {
  name: string;
  addressLines: string[];
  gstin: string;
  state: State;
  sac: string;
  invoicePrefix: string;
  creditNotePrefix: string;
  /** No money moves: the documents say that they are samples. */
  isSample: boolean;
}

const fictional: Business = {
  name: 'Example Contacts Private Limited',
  addressLines: ['1 Example Road', 'Bengaluru 560001'],
  gstin: '29ABCDE1234F1ZW',
  state: stateOf('29'),
  sac: '998431',
};

/**
 * The business on invoices: what an operator set, else the environment, else a fictional one for the sandbox or while SAMPLE_INVOICES
 * is on. Samples have series of their own, so that they take no number from real invoices.
 */
export function openSuppliers(config: Config): Suppliers {
  const fromEnvironment: Business | null = config.SUPPLIER_GSTIN
    ? {
        name: config.SUPPLIER_NAME,
        addressLines: config.SUPPLIER_ADDRESS,
        gstin: config.SUPPLIER_GSTIN,
        state: stateOfGstin(config.SUPPLIER_GSTIN)!,
        sac: config.INVOICE_SAC,
      }
    : null;
  const configured = (stored: StoredSupplier | null): Business | null => {
    if (!stored) return fromEnvironment;
    const { name, address_lines: addressLines, gstin, sac } = stored;
    return { name, addressLines, gstin, state: stateOfGstin(gstin)!, sac };
  };
  return {
    configured,
    fictional,
    async of(db, provider) {
      const business = configured(await storedSupplier(db));
      const isSample = !business || !takesMoney(config, provider);
      if (!business && provider !== 'sandbox' && !allows(config, 'SAMPLE_INVOICES')) return null;
      const series = isSample ? 'S' : '';
      return {
        ...(business ?? fictional),
        invoicePrefix: `${series}${config.INVOICE_PREFIX}`,
        creditNotePrefix: `${series}${config.CREDIT_NOTE_PREFIX}`,
        isSample,
      };
    },
  };
}
