import { openPaidSource, type PaidVendor } from './source/paid-source.ts';
import type { Source } from './source/source.ts';
import type { ValuesOf, Variables } from './variables.ts';
import {
  type OutgoingAccess,
  type UnavailableSource,
  unavailable,
  type Vendor,
  vendor,
  vendorApi,
} from './vendor.ts';

/** Access to an API that charges credits. */
interface PaidAccess {
  token: string;
  baseUrl: string;
  /** Price of one of the vendor's credits, in paise, with fractions. 0 if not configured. */
  creditPaise: number;
}

interface PaidDeclaration<Set extends Variables> extends Omit<Vendor<Set>, 'descriptions' | 'open'> {
  source: PaidVendor;
  access(values: ValuesOf<Set>): PaidAccess;
}

/** Declares a vendor whose only source costs money. It needs both a key and the price of a credit. */
export const paidVendor = <Set extends Variables>({
  source,
  access,
  ...declared
}: PaidDeclaration<Set>): Vendor<Set> =>
  vendor({
    ...declared,
    descriptions: [source.description],
    open: (values, way) => [openPaid(source, access(values), way)],
  });

function openPaid(
  source: PaidVendor,
  { creditPaise, ...access }: PaidAccess,
  way: OutgoingAccess,
): Source | UnavailableSource {
  const { id, variables } = source.description;
  const [tokenVariable, priceVariable] = variables;
  if (access.token === '') return unavailable(id, `${tokenVariable} is not set.`);
  if (!(creditPaise > 0)) {
    return unavailable(
      id,
      `${priceVariable} is not set. Without the price of a credit, Contactry can't limit spending.`,
    );
  }
  const api = vendorApi(way, source.description, access, source.headers(access.token));
  return openPaidSource(source, { api, creditPaise });
}
